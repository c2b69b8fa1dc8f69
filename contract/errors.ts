// Every refusal of the product: its code, its HTTP status and its message in both languages.
// It is long because all refusals of the product are in a single table.
// A code without both messages does not compile. `{name}` placeholders are filled from the error's details.
import { accountErrors } from './account-errors.ts';
import { clipErrors } from './clip-errors.ts';
import { chooseSentence, inputErrors } from './input-errors.ts';
import { keyErrors } from './key-errors.ts';
import { linkErrors } from './link-errors.ts';
import { moneyErrors } from './money-errors.ts';
import { operatorErrors } from './operator-errors.ts';
import { pipelineErrors } from './pipeline-errors.ts';
import { webhookErrors } from './webhook-errors.ts';
import { fill, type Language, type Sentence } from './words.ts';

interface ErrorEntry extends Sentence {
  /** The true HTTP status; the body's `code` repeats it. */
  status: number;
  /** The body's `code`, if it is not the status: 2 makes a client log out and offer to log in. */
  code?: 2;
}

export const errors = {
  ...inputErrors,
  ...accountErrors,
  ...clipErrors,
  ...keyErrors,
  ...linkErrors,
  ...moneyErrors,
  ...operatorErrors,
  ...pipelineErrors,
  ...webhookErrors,
  BAD_REQUEST: {
    status: 400,
    zh: '请求内容有误，请检查后重试',
    en: 'Something in this request isn’t valid. Check your settings and try again',
  },
  MASK_EMPTY: { status: 400, zh: '请先设置水印区域', en: 'Please set the watermark area first' },
  MARK_MISSING: { status: 400, zh: '请先添加水印', en: 'Please add a watermark' },
  MARK_PICTURE_MISSING: { status: 400, zh: '请先选择水印图片', en: 'Please select a watermark picture' },
  SUBTITLES_MISSING: { status: 400, zh: '请先添加字幕文件', en: 'Please add a subtitle file' },
  MARK_ONLY_ONE: { status: 400, zh: '只能添加一个水印', en: 'Only one watermark may be added' },
  FRAMES_MISSING: {
    status: 400,
    zh: '请选择至少一帧，这个动图有 {count:,} 帧',
    en: 'Choose at least one frame. This animation has {count:,}',
  },
  SIZES_MISSING: { status: 400, zh: '请至少选择一个尺寸', en: 'Choose at least one size' },
  SIZES_TOO_MANY: {
    status: 400,
    zh: '一次最多选择 {max} 个尺寸，请取消一些',
    en: 'You can choose up to {max} sizes at a time. Deselect some',
  },
  DESIGN_BAD: {
    status: 422,
    zh: '这不是有效的模板，请换一个文件或链接',
    en: 'This isn’t a valid template. Try another file or link',
  },
  DESIGN_TOO_COMPLEX: {
    status: 422,
    zh: '这个模板太复杂，打开会卡住页面，请减少图层、文字或阴影后再试',
    en: 'This template is too complex and would freeze the page. Use fewer layers, letters or shadows, then try again',
  },
  CODE_WRONG: {
    status: 400,
    zh: '验证码错误或已过期，请检查或重新获取',
    en: 'The code is wrong or has expired. Check it or get a new one',
  },
  PASSWORD_WRONG: {
    status: 400,
    zh: '账号或密码不正确，请检查后重试，或用验证码登录',
    en: 'Incorrect account or password. Check them, or log in with an SMS code',
  },
  OLD_PASSWORD_WRONG: {
    status: 400,
    zh: '当前密码不正确，请重新输入',
    en: 'Your current password is incorrect. Enter it again',
  },
  PASSWORD_SEAL_BAD: {
    status: 400,
    zh: '页面停留太久，请重新提交',
    en: 'This form has expired. Submit it again',
  },
  LOGIN_REQUIRED: { status: 401, zh: '您还没有登录，请先登录', en: 'You are not logged in, please log in first' },
  LOGIN_EXPIRED: {
    status: 401,
    zh: '当前登录状态已过期，请重新登录',
    en: 'Current login state expired, please log in again',
  },
  ACCOUNT_FROZEN: {
    status: 403,
    code: 2,
    zh: '账号已被冻结，暂时不能登录。如有疑问，请联系我们：{contact}',
    en: 'This account is frozen and can’t log in. If you think this is a mistake, contact us: {contact}',
  },
  ACCOUNT_GONE: {
    status: 401,
    code: 2,
    zh: '账号已注销或被冻结，如有疑问请联系我们',
    en: 'This account has been deleted or suspended. Contact us if you didn’t expect this',
  },
  PROOF_NEEDED: {
    status: 403,
    zh: '请先验证身份：输入登录密码，或当前手机号收到的验证码',
    en: 'Verify that it’s you: enter your password or a code sent to your current phone number',
  },
  SIGNATURE_BAD: { status: 403, zh: '签名失败', en: 'signature failed' },
  SIGNATURE_EXPIRED: {
    status: 403,
    zh: '上传链接已过期，请重新上传',
    en: 'The upload link has expired. Upload the file again',
  },
  SANDBOX_CLOSED: {
    status: 403,
    zh: '沙盒只对本机（localhost）开放，或需要服务器启动时打印的链接',
    en: 'The sandbox can be opened only on this machine at localhost, or with the link printed when the server starts',
  },
  NOT_FOUND: { status: 404, zh: '页面不存在', en: 'Page does not exist' },
  TASK_NOT_FOUND: {
    status: 404,
    zh: '任务不存在或已过期，请重新处理',
    en: 'This task has expired. Start again',
  },
  ACCOUNT_NOT_FOUND: {
    status: 404,
    zh: '这个手机号还没有注册，请先注册',
    en: 'There’s no account with this number yet. Create one first',
  },
  UPLOAD_NOT_FOUND: {
    status: 404,
    zh: '文件已过期，请重新上传',
    en: 'This file has expired. Upload it again',
  },
  IDEMPOTENCY_CLASH: {
    status: 409,
    zh: '这个请求编号已用于另一个请求，请换一个',
    en: 'This idempotency key was already used for another request. Use a new one',
  },
  BATCH_FULL: {
    status: 409,
    zh: '一批最多 {most} 个文件，请分批处理',
    en: 'A batch can hold up to {most} files. Start another batch',
  },
  TASK_NOT_DONE: { status: 409, zh: '任务还没有完成，请稍候', en: 'The task isn’t finished yet. Wait a moment' },
  PHONE_TAKEN: {
    status: 409,
    zh: '这个手机号已注册，请直接登录，或换一个手机号',
    en: 'This phone number already has an account. Log in, or use another number',
  },
  USERNAME_TAKEN: {
    status: 409,
    zh: '这个用户名已被占用，请换一个',
    en: 'This username is taken. Choose another',
  },
  WECHAT_TAKEN: {
    status: 409,
    zh: '这个微信已绑定其他账号，请先在那个账号里解绑',
    en: 'This WeChat account is linked to another account. Unlink it there first',
  },
  PHONE_NEEDED: {
    status: 409,
    zh: '请先绑定手机号，否则解绑后将无法登录',
    en: 'Add a phone number first, or you won’t be able to log in',
  },
  LOGIN_KEY_EXPIRED: {
    status: 409,
    zh: '等待时间太长，请重新操作',
    en: 'That took too long. Start again',
  },
  UPLOAD_REPLACED: {
    status: 409,
    zh: '文件在处理前被换成了另一个，请重新上传',
    en: 'This file was replaced by another one before we got to it. Upload it again',
  },
  UPLOAD_INCOMPLETE: {
    status: 409,
    zh: '文件还没有传完，请等待上传完成',
    en: 'The file hasn’t finished uploading. Wait until it has',
  },
  BODY_TOO_SLOW: {
    status: 408,
    zh: '网络太慢，请检查后重试',
    en: 'Your connection is too slow. Check it and try again',
  },
  BODY_TOO_LARGE: {
    status: 413,
    zh: '请求内容太大，请精简后重试',
    en: 'The request body is too large. Send less and try again',
  },
  BODY_TYPE_UNSUPPORTED: {
    status: 415,
    zh: '请求内容须为 JSON',
    en: 'The request body must be JSON',
  },
  SIDE_TOO_LONG: {
    status: 422,
    zh: '{format} 图片的边长最大 {maxSide} 像素，请减小宽高，或换一种格式',
    en: '{format} images can be up to {maxSide} pixels on a side. Reduce the size or choose another format',
  },
  RESULT_TOO_LARGE: {
    status: 422,
    zh: '结果文件太大，请减小尺寸后重试',
    en: 'The result would be too large. Choose a smaller size',
  },
  FRAMES_TOO_MANY: {
    status: 422,
    zh: '共 {count:,} 帧，{width} × {height} 时最多 {most:,} 帧，请减少帧数、截短或缩小尺寸',
    en: 'There are {count:,} frames, but only {most:,} fit at {width} × {height}. Use fewer of them, a shorter part or a smaller size',
  },
  PDF_LOCKED: {
    status: 422,
    zh: '这个 PDF 有密码，请先去掉密码再上传',
    en: 'This PDF is protected by a password. Remove the password first, then upload it again',
  },
  PAGES_TOO_MANY: {
    status: 422,
    zh: '选中了 {count:,} 页，一次最多 {most} 页，请填写页码范围',
    en: '{count:,} pages are selected, but only {most} can be converted at a time. Enter a page range',
  },
  PAGES_MISSING: {
    status: 422,
    zh: '这个 PDF 只有 {count:,} 页，没有您填写的页码',
    en: 'This PDF has {count:,} {count:page|pages}, and none of them is in your range',
  },
  NOT_ANIMATED: {
    status: 422,
    zh: '这张图片不是动图，请选择 GIF、WebP、APNG 或 AVIF 动图',
    en: 'This image isn’t animated. Choose an animated GIF, WebP, APNG or AVIF',
  },
  TARGET_SIZE_IMPOSSIBLE: {
    status: 422,
    zh: '最小只能压缩到约 {bestKb} KB，达不到 {targetKb} KB。请调大目标，或缩小尺寸',
    en: 'The smallest possible size is about {bestKb} KB, not {targetKb} KB. Raise the target or reduce the dimensions',
  },
  MARK_SIGNS_MISSING: {
    status: 422,
    zh: '字体里没有这些字符：{signs}。请换成别的文字，或使用图片水印',
    en: 'The font doesn’t include {signs}. Change the text, or use an image as the watermark',
  },
  SUBTITLES_EMPTY: {
    status: 422,
    zh: '这个文件里没有找到字幕，请换一个字幕文件',
    en: 'No subtitles were found in this file. Use another subtitle file',
  },
  PERSON_NOT_FOUND: {
    status: 422,
    zh: '图片里没有找到人物，请换一张人物清晰的照片',
    en: 'No person found. Try a photo that shows a person clearly',
  },
  SUBJECT_NOT_FOUND: {
    status: 422,
    zh: '没有找到主体，请换一张主体清晰的图片，或用“保留”画笔涂出主体',
    en: 'No subject found. Try an image with a clear subject, or paint over it with the Keep brush',
  },
  TRANSPARENCY_UNSUPPORTED: {
    status: 422,
    zh: '{format} 不支持透明背景，请选择 PNG 或 WebP，或设置一个背景',
    en: '{format} doesn’t support transparency. Choose PNG or WebP, or set a background',
  },
  FACE_NOT_FOUND: {
    status: 422,
    zh: '没有找到人脸，请换一张正对镜头、光线充足的照片',
    en: 'No face found. Use a well-lit photo facing the camera',
  },
  FACES_TOO_MANY: {
    status: 422,
    zh: '照片里有 {count} 个人，这种规格只能有 {wanted} 个人，请先裁剪',
    en: 'The photo shows {count} people; this size takes {wanted}. Crop it first',
  },
  FACES_TOO_FEW: {
    status: 422,
    zh: '这种规格需要 {wanted} 个人，照片里只找到 {count} 张脸，请换一张两人都正对镜头的合照',
    en: 'This size needs {wanted} people, but only {count} face was found. Use a photo of both facing the camera',
  },
  FACE_CUT_OFF: {
    status: 422,
    zh: '头部没有拍全，请换一张头顶和下巴四周有空白的照片',
    en: 'Part of the head is cut off. Use a photo with some space around the head',
  },
  FACE_TOO_SMALL: {
    status: 422,
    zh: '人脸太小（头部约 {pixels} 像素，至少需要 {least} 像素），请靠近拍摄，或使用原图',
    en: 'The face is too small: the head is {pixels} pixels tall and needs {least}. Move closer, or use the original photo',
  },
  KB_RANGE_EMPTY: {
    status: 400,
    zh: '文件大小的下限（{min} KB）不能超过上限（{max} KB）',
    en: 'The minimum file size ({min} KB) can’t exceed the maximum ({max} KB)',
  },
  ENLARGED_TOO_LARGE: {
    status: 422,
    zh: '放大 {upscale} 倍后有 {megapixels:万}像素，超过了 {maxMegapixels:万}像素的上限。这张图片最多放大 {possible} 倍',
    en: 'At {upscale}× the result would be {megapixels} megapixels; the limit is {maxMegapixels}. This image can be scaled up to {possible}×',
  },
  ALREADY_LARGE: {
    status: 422,
    zh: '这张图片已经很大，请使用 {maxInputMegapixels:万}像素以内的图片',
    en: 'This image is already too large to upscale. Use one of up to {maxInputMegapixels} megapixels',
  },
  EXPAND_MISSING: {
    status: 400,
    zh: '请先向外拖动边框，或选择一个比例',
    en: 'Drag the frame outward or choose a ratio first',
  },
  EXPAND_SMALLER: {
    status: 400,
    zh: '新的尺寸不能小于原图（{width} × {height}）',
    en: 'The new size can’t be smaller than the image ({width} × {height})',
  },
  EXPAND_TOO_FAR: {
    status: 400,
    zh: '每边最多扩展到原图宽或高的 {percent}%，请把边框拖回来一些，或换一个比例',
    en: 'Each side can grow by up to {percent}% of the image. Move the frame closer, or choose another ratio',
  },
  EXPANDED_TOO_LARGE: {
    status: 422,
    zh: '扩展后有 {megapixels:万}像素，超过了 {maxMegapixels:万}像素的上限，请缩小边框',
    en: 'The result would be {megapixels} megapixels; the limit is {maxMegapixels}. Make the frame smaller',
  },
  MASK_COVERS_ALL: {
    status: 422,
    zh: '整张图片都被涂抹了，请缩小范围',
    en: 'The whole image is marked. Mark a smaller area',
  },
  MEMORY_EXCEEDED: {
    status: 422,
    zh: '文件太大，处理不了，请先缩小再试',
    en: 'This file is too large to process. Reduce its size first',
  },
  RATE_LIMITED: {
    status: 429,
    zh: '操作太频繁，请 {retryAfterSeconds} 秒后再试',
    en: 'Too many requests. Try again in {retryAfterSeconds} {retryAfterSeconds:second|seconds}',
  },
  TOO_MANY_STREAMS: {
    status: 429,
    zh: '同时打开的页面、上传或下载太多，请关闭一些，{retryAfterSeconds} 秒后再试',
    en: 'You have too many pages, uploads or downloads open. Close some and try again in {retryAfterSeconds} {retryAfterSeconds:second|seconds}',
  },
  UPLOAD_QUOTA: {
    status: 429,
    zh: '您的文件已达到 {maxGb} GB 上限，请删除一些，或稍后再试',
    en: 'Your files have reached the {maxGb} GB limit. Delete some, or try again later',
  },
  TOO_MANY_OPEN_TASKS: {
    status: 429,
    zh: '正在处理的任务已达 {most} 个，请等一些完成后再试',
    en: 'You already have {most} {most:task|tasks} running. Wait for some to finish, or cancel some',
  },
  // Of a client that got no answer.
  SERVER_UNREACHABLE: {
    status: 503,
    zh: '连不上服务器，请检查网络和地址后重试',
    en: 'The server can’t be reached. Check your connection and its address, then try again',
  },
  ANSWER_LATE: {
    status: 504,
    zh: '服务器太久没有回应，请稍后重试',
    en: 'The server took too long to answer. Try again later',
  },
  UNEXPECTED: { status: 500, zh: '出错了，请重试', en: 'An error occurred, please retry' },
  SMS_OFF: {
    status: 501,
    zh: '本站没有开通短信登录，请用密码或其他方式登录',
    en: 'SMS login isn’t available here. Log in with your password or another way',
  },
  WECHAT_OFF: {
    status: 501,
    zh: '本站没有开通微信登录，请用其他方式登录',
    en: 'WeChat login isn’t available here. Log in another way',
  },
  ENGINE_NOT_CONFIGURED: {
    status: 501,
    zh: '这台服务器还没有安装 {engine}，暂时无法使用这个功能。管理员安装后即可使用',
    en: 'This server doesn’t have {engine} installed yet. Its operator can install it to turn this on',
  },
  SPEECH_NOT_CONFIGURED: {
    status: 501,
    zh: '这台服务器还不能识别语音。管理员运行 npm run models add whisper-base，或设置 SPEECH_URL 后即可使用',
    en: 'This server can’t recognize speech yet. Its operator can run “npm run models add whisper-base” or set SPEECH_URL to turn this on',
  },
  SPEECH_ENGINE_FAILED: {
    status: 502,
    zh: '语音识别出错，请稍后重试。如果一直这样，请联系网站管理员',
    en: 'Speech recognition failed. Try again later, and tell this site’s operator if it keeps happening',
  },
  CHAT_CUT_OFF: {
    status: 502,
    zh: '回答中断了，请重新生成',
    en: 'The answer broke off. Regenerate it',
  },
  DRAW_NOT_CONFIGURED: {
    status: 501,
    zh: '这台服务器没有接入 AI 绘画模型，请改用内置的画法',
    en: 'This server has no AI drawing model. Choose a built-in option instead',
  },
  DRAW_START_UNSUPPORTED: {
    status: 501,
    zh: '本站的绘画模型只能按文字作画，不能从图片开始，请改用内置的画法',
    en: 'This site’s drawing model draws from words alone and can’t start from an image. Choose a built-in option instead',
  },
  DRAW_FAILED: {
    status: 502,
    zh: '绘画模型没有画出来，这次不收费，请稍后重试',
    en: 'The drawing model returned no image. You weren’t charged; try again later',
  },
  DRAW_REFUSED: {
    status: 422,
    zh: '绘画模型拒绝了这段描述，请换一种说法',
    en: 'The drawing model declined this prompt. Describe it another way',
  },
  PROMPT_NOT_UNDERSTOOD: {
    status: 422,
    zh: '内置插画师没看懂这段描述，所以没有画，也没有收费。请写出具体的事物、地点或天气，例如“一只猫在雪地里”',
    en: 'The built-in illustrator understood none of this, so it drew nothing and charged nothing. Name things, places or weather, such as “a cat in the snow”',
  },
  SERVER_BUSY: {
    status: 503,
    zh: '现在使用的人太多，请 {retryAfterSeconds} 秒后再试',
    en: 'It’s busy right now. Try again in {retryAfterSeconds} {retryAfterSeconds:second|seconds}',
  },
  SMS_FAILED: {
    status: 503,
    zh: '验证码发送失败，请稍后重试',
    en: 'The code couldn’t be sent. Try again shortly',
  },
  WECHAT_FAILED: {
    status: 503,
    zh: '微信登录失败，请重试',
    en: 'Wechat login failed, please try again',
  },
  QUEUE_FULL: {
    status: 503,
    zh: '排队的任务太多，请稍后再试',
    en: 'Too many tasks are queued. Try again shortly',
  },
  DEADLINE: {
    status: 504,
    zh: '处理超时，请换小一点的文件重试',
    en: 'Request timed out, please retry',
  },
  STORAGE_FULL: {
    status: 507,
    zh: '存储空间暂时不足，您的文件和任务都还在，请稍后再试',
    en: 'Storage is full for the moment. Your files and tasks are safe; try again later',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;

/** The message for a code in a language. */
export function errorSentence(
  code: ErrorCode,
  language: Language,
  details?: Readonly<Record<string, unknown>>,
): string {
  return fill(chooseSentence(errors[code], details)[language], details);
}

export function isErrorCode(name: string): name is ErrorCode {
  return Object.hasOwn(errors, name);
}

/** An expected refusal. Any other exception is a fault: logged, retried within a task, and returned as UNEXPECTED. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | null;

  constructor(code: ErrorCode, details: Readonly<Record<string, unknown>> | null = null, options?: ErrorOptions) {
    super(code, options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errors[this.code].status;
  }

  /** The body's `code`. */
  get bodyCode(): number {
    const entry: ErrorEntry = errors[this.code];
    return entry.code ?? entry.status;
  }
}
