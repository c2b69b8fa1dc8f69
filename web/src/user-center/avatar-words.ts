// The strings of choosing an avatar.
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
    cropHint: '拖动调整位置，圆圈内为显示区域',
    zoom: '缩放',
    save: '保存',
    cancel: '取消',
    close: '关闭',
    uploadFailed: '文件上传失败，请重试',
  },
  en: {
    change: 'Change picture',
    add: 'Upload picture',
    remove: 'Remove',
    hint: 'JPG, PNG, WebP, GIF or BMP',
    changed: 'Picture updated',
    removed: 'Picture removed',
    cropTitle: 'Adjust picture',
    frame: 'Crop area',
    frameKeys: 'Move with the arrow keys, zoom with plus and minus',
    cropHint: 'Drag to position. The area in the circle is shown',
    zoom: 'Zoom',
    save: 'Save',
    cancel: 'Cancel',
    close: 'Close',
    uploadFailed: 'File upload failed. Try again',
  },
});
