// The words of choosing an avatar.
import { defineWords } from 'contract/words.ts';

export const avatarWords = defineWords({
  zh: {
    change: '更换头像',
    add: '上传头像',
    remove: '移除',
    hint: '支持 JPG、PNG、WebP、GIF、BMP',
    changed: '头像已更换',
    removed: '头像已移除',
    cropTitle: '调整头像',
    frame: '头像取景框',
    frameKeys: '方向键移动，加减键缩放',
    cropHint: '拖动选择位置，圆圈内是显示出来的部分',
    zoom: '缩放',
    save: '保存',
    cancel: '取消',
    close: '关闭',
    uploadFailed: '文件上传失败，请重试',
  },
  en: {
    change: 'Change picture',
    add: 'Upload a picture',
    remove: 'Remove',
    hint: 'JPG, PNG, WebP, GIF or BMP',
    changed: 'Your picture has changed',
    removed: 'Your picture was removed',
    cropTitle: 'Adjust your picture',
    frame: 'What will be seen',
    frameKeys: 'The arrow keys move it, plus and minus zoom',
    cropHint: 'Drag to choose the place. What is in the circle is shown',
    zoom: 'Zoom',
    save: 'Save',
    cancel: 'Cancel',
    close: 'Close',
    uploadFailed: 'file upload failed, please try again',
  },
});
