// Every refusal of the product: its code, its HTTP status and its sentence in both languages.
// A code without both sentences does not compile. `{name}` places are filled from the error's details.
import { accountErrors } from './account-errors.ts';
import { inputErrors } from './input-errors.ts';
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
  BAD_REQUEST: {
    status: 400,
    zh: '请求内容有误，请检查后重试',
    en: 'The request is not valid, please check it and try again',
  },
  LINK_REFUSED: {
    status: 400,
    zh: '不能访问这个链接指向的地址',
    en: 'The address this link points to cannot be visited',
  },
  LINKS_TOO_MANY: {
    status: 400,
    zh: '一次最多 {most} 个链接，请先下载其余的文件再上传',
    en: 'At most {most} links at a time. Please download the other files and upload them',
  },
  MASK_EMPTY: { status: 400, zh: '请先设置水印区域', en: 'Please set the watermark area first' },
  MARK_MISSING: { status: 400, zh: '请先添加水印', en: 'Please add a watermark' },
  MARK_PICTURE_MISSING: { status: 400, zh: '请先选择水印图片', en: 'Please select a watermark picture' },
  MARK_ONLY_ONE: { status: 400, zh: '只能添加一个水印', en: 'Only one watermark may be added' },
  SIZES_MISSING: { status: 400, zh: '请至少选择一个尺寸', en: 'Please choose at least one size' },
  SIZES_TOO_MANY: {
    status: 400,
    zh: '一次最多 {max} 个尺寸，请减少后重试',
    en: 'At most {max} sizes at a time. Please choose fewer',
  },
  CODE_WRONG: {
    status: 400,
    zh: '验证码错误或已过期，请检查或重新获取',
    en: 'The verification code is wrong or has expired. Please check it or ask for a new one',
  },
  PASSWORD_WRONG: {
    status: 400,
    zh: '账号或密码不正确，请检查后重试，或用验证码登录',
    en: 'The account or the password is not right. Please check them, or log in by code',
  },
  OLD_PASSWORD_WRONG: {
    status: 400,
    zh: '当前密码不正确，请检查后重试',
    en: 'The current password is not right, please check it',
  },
  PASSWORD_SEAL_BAD: {
    status: 400,
    zh: '登录信息已过期，请重新提交',
    en: 'What was sent has expired, please send it again',
  },
  LOGIN_REQUIRED: { status: 401, zh: '您还没有登录，请先登录', en: 'You are not logged in, please log in first' },
  LOGIN_EXPIRED: {
    status: 401,
    zh: '当前登录状态已过期，请重新登录',
    en: 'Current login state expired, please log in again',
  },
  ACCOUNT_GONE: {
    status: 403,
    code: 2,
    zh: '账号已注销或被冻结，如有疑问请联系我们',
    en: 'This account was deleted or frozen. Please contact us if you did not expect that',
  },
  PROOF_NEEDED: {
    status: 403,
    zh: '请先确认是您本人：输入登录密码，或当前手机号收到的验证码',
    en: 'Please show that it is you first: enter your password, or a code sent to your current phone number',
  },
  SIGNATURE_BAD: { status: 403, zh: '签名失败', en: 'signature failed' },
  SIGNATURE_EXPIRED: {
    status: 403,
    zh: '上传签名已过期，请重新上传',
    en: 'The upload signature has expired, please upload again',
  },
  SANDBOX_CLOSED: {
    status: 403,
    zh: '沙盒只对本机（localhost）开放，或需要服务器启动时打印的链接',
    en: 'The sandbox is open only on its own machine under localhost, or with the link that the server prints when it starts',
  },
  NOT_FOUND: { status: 404, zh: '页面不存在', en: 'Page does not exist' },
  TASK_NOT_FOUND: {
    status: 404,
    zh: '任务不存在或已过期，请重新处理',
    en: 'This task does not exist or has expired, please start again',
  },
  ACCOUNT_NOT_FOUND: {
    status: 404,
    zh: '这个手机号还没有账号，请先注册',
    en: 'There is no account with this number yet, please register',
  },
  UPLOAD_NOT_FOUND: {
    status: 404,
    zh: '文件不存在或已过期，请重新上传',
    en: 'This file does not exist or has expired, please upload it again',
  },
  IDEMPOTENCY_CLASH: {
    status: 409,
    zh: '同一个请求编号已用于另一个请求',
    en: 'This idempotency key was already used for another request',
  },
  BATCH_FULL: {
    status: 409,
    zh: '一个批次最多 {most} 个文件，请另开一个批次',
    en: 'A batch holds at most {most} files. Please start another batch',
  },
  TASK_NOT_DONE: { status: 409, zh: '任务还没有完成', en: 'The task is not finished yet' },
  PHONE_TAKEN: {
    status: 409,
    zh: '这个手机号已有账号，请直接登录，或换一个手机号',
    en: 'This phone number has an account already. Please log in, or use another number',
  },
  USERNAME_TAKEN: {
    status: 409,
    zh: '这个用户名已被使用，请换一个',
    en: 'This username is taken, please choose another one',
  },
  WECHAT_TAKEN: {
    status: 409,
    zh: '这个微信已经绑定了别的账号，请先在那个账号里解绑',
    en: 'This WeChat is bound to another account already. Please unbind it there first',
  },
  PHONE_NEEDED: {
    status: 409,
    zh: '请先绑定手机号，否则解绑后将无法登录',
    en: 'Please bind a phone number first, or you could not log in any more',
  },
  LOGIN_KEY_EXPIRED: {
    status: 409,
    zh: '等待时间太长，请重新操作',
    en: 'That took too long, please start again',
  },
  UPLOAD_INCOMPLETE: {
    status: 409,
    zh: '文件还没有传完，请继续上传',
    en: 'The file has not arrived completely, please go on uploading',
  },
  BODY_TOO_SLOW: {
    status: 408,
    zh: '请求内容到达得太慢，请检查网络后重试',
    en: 'The request arrived too slowly, please check your connection and try again',
  },
  BODY_TOO_LARGE: { status: 413, zh: '请求内容太大', en: 'The request body is too large' },
  BODY_TYPE_UNSUPPORTED: {
    status: 415,
    zh: '请求内容须为 JSON',
    en: 'The request body must be JSON',
  },
  SIDE_TOO_LONG: {
    status: 422,
    zh: '{format} 图片的边长最多 {maxSide} 像素，请先设置较小的宽高，或换一种格式',
    en: 'A {format} picture can be at most {maxSide} pixels long. Please set a smaller width or height, or choose another format',
  },
  RESULT_TOO_LARGE: {
    status: 422,
    zh: '结果文件太大，请减小尺寸或时长后重试',
    en: 'The result would be too large. Please choose a smaller size or a shorter part, then try again',
  },
  FRAMES_TOO_MANY: {
    status: 422,
    zh: '动图共 {count} 帧，{width} × {height} 时最多 {most} 帧，请减少图片或缩小尺寸',
    en: 'The animation has {count} frames; at {width} × {height} at most {most} are possible. Please use fewer pictures or a smaller size',
  },
  NOT_ANIMATED: {
    status: 422,
    zh: '这张图片只有一帧，请选择 GIF 或 WebP 动图',
    en: 'This picture has only one frame. Please choose an animated GIF or WebP',
  },
  TARGET_SIZE_IMPOSSIBLE: {
    status: 422,
    zh: '无法压缩到 {targetKb} KB，最小约 {bestKb} KB，请调大目标或缩小尺寸',
    en: 'It cannot be made as small as {targetKb} KB, the smallest is about {bestKb} KB. Please raise the target or reduce the dimensions',
  },
  MARK_SIGNS_MISSING: {
    status: 422,
    zh: '字体里没有这些字符：{signs}。请换成别的文字，或使用图片水印',
    en: 'The font has no signs for {signs}. Please write something else, or use a picture as the watermark',
  },
  PERSON_NOT_FOUND: {
    status: 422,
    zh: '图片里没有找到人物，请换一张人物清晰的照片',
    en: 'No person was found in the picture. Please use one that shows a person clearly',
  },
  SUBJECT_NOT_FOUND: {
    status: 422,
    zh: '没有找到可以抠出的主体，请换一张主体清晰的图片，或用“保留”画笔涂出主体后重试',
    en: 'No subject was found to cut out. Please use a picture with a clear subject, or paint over it with the keep brush and try again',
  },
  TRANSPARENCY_UNSUPPORTED: {
    status: 422,
    zh: '{format} 不能保存透明背景，请选择 PNG 或 WebP，或设置一个背景',
    en: '{format} cannot hold transparency. Please choose PNG or WebP, or set a background',
  },
  FACE_NOT_FOUND: {
    status: 422,
    zh: '没有找到人脸，请换一张正对镜头、光线充足的照片',
    en: 'No face was found. Please use a photo that faces the camera in good light',
  },
  FACES_TOO_MANY: {
    status: 422,
    zh: '照片里有 {count} 张人脸，证件照只能有一人，请先裁剪到一个人再试',
    en: 'There are {count} faces in the photo, and an ID photo shows one person. Please crop it to one of them first',
  },
  FACE_CUT_OFF: {
    status: 422,
    zh: '头部没有拍全，请换一张头顶和下巴四周都留有空白的照片',
    en: 'Part of the head is cut off. Please use a photo with some room around hair and chin',
  },
  FACE_TOO_SMALL: {
    status: 422,
    zh: '人脸太小（头部约 {pixels} 像素，至少需要 {least} 像素），请靠近拍摄或使用原图',
    en: 'The face is too small: the head is about {pixels} pixels high and {least} are needed. Please step closer or use the original photo',
  },
  KB_RANGE_EMPTY: {
    status: 400,
    zh: '文件大小的下限 {min} KB 超过了上限 {max} KB，请重新设置',
    en: 'The smallest file size of {min} KB is above the largest of {max} KB. Please change one of them',
  },
  ENLARGED_TOO_LARGE: {
    status: 422,
    zh: '放大 {upscale} 倍后有 {megapixels} 百万像素，最多 {maxMegapixels} 百万像素。这张图片最多可放大 {possible} 倍',
    en: 'Enlarged {upscale} times it would have {megapixels} megapixels, at most {maxMegapixels} are possible. Choose {possible} times or less',
  },
  ALREADY_LARGE: {
    status: 422,
    zh: '这张图片已经很大，放大后会超过 {maxMegapixels} 百万像素。请使用 {maxInputMegapixels} 百万像素以内的图片',
    en: 'This picture is so large that it would exceed {maxMegapixels} megapixels. Please use one of at most {maxInputMegapixels} megapixels',
  },
  MASK_COVERS_ALL: {
    status: 422,
    zh: '整张图片都被选中了，没有可参考的内容，请缩小选区',
    en: 'The whole picture is marked, so nothing is left to fill from. Please mark a smaller area',
  },
  MEMORY_EXCEEDED: {
    status: 422,
    zh: '处理这个文件需要的内存太多，请先缩小再试',
    en: 'This file needs more memory than is allowed, please make it smaller first',
  },
  LINK_UNREACHABLE: {
    status: 422,
    zh: '无法从这个链接下载文件，请检查链接或先下载到本地再上传',
    en: 'The file behind this link could not be downloaded. Please check the link, or download the file and upload it',
  },
  RATE_LIMITED: {
    status: 429,
    zh: '操作太频繁，请 {retryAfterSeconds} 秒后再试',
    en: 'Too many requests, please try again in {retryAfterSeconds} seconds',
  },
  TOO_MANY_STREAMS: {
    status: 429,
    zh: '同时打开的进度或下载连接太多，请关闭一些页面，{retryAfterSeconds} 秒后再试',
    en: 'Too many progress streams or downloads are open at once. Please close some pages and try again in {retryAfterSeconds} seconds',
  },
  UPLOAD_QUOTA: {
    status: 429,
    zh: '您保存的文件已达到 {maxGb} GB 的上限，请先删除一些结果，或稍后再试',
    en: 'Your files have reached the limit of {maxGb} GB. Please delete some results, or try again later',
  },
  TOO_MANY_OPEN_TASKS: {
    status: 429,
    zh: '还没有完成的任务已达上限（{most} 个），请等一些完成或取消一些后再试',
    en: 'You have reached the limit of {most} unfinished tasks. Please wait until some have finished, or cancel some',
  },
  UNEXPECTED: { status: 500, zh: '出错了，请重试', en: 'An error occurred, please retry' },
  SMS_OFF: {
    status: 501,
    zh: '本站没有开通短信验证码，请用密码或其他方式登录',
    en: 'This site sends no codes by SMS. Please log in by password or in another way',
  },
  WECHAT_OFF: {
    status: 501,
    zh: '本站没有开通微信登录，请用其他方式登录',
    en: 'This site has no log-in by WeChat. Please log in in another way',
  },
  SERVER_BUSY: {
    status: 503,
    zh: '服务器正忙，请 {retryAfterSeconds} 秒后再试',
    en: 'The server is busy, please try again in {retryAfterSeconds} seconds',
  },
  SMS_FAILED: {
    status: 503,
    zh: '验证码没有发出，请稍后重试',
    en: 'The code could not be sent, please try again shortly',
  },
  WECHAT_FAILED: {
    status: 503,
    zh: '微信登录失败，请重试',
    en: 'Wechat login failed, please try again',
  },
  QUEUE_FULL: {
    status: 503,
    zh: '当前排队的任务太多，请稍后再试',
    en: 'Too many tasks are waiting right now, please try again shortly',
  },
  DEADLINE: {
    status: 504,
    zh: '处理超时，请换小一点的文件重试',
    en: 'Request timed out, please retry',
  },
  STORAGE_FULL: {
    status: 507,
    zh: '服务器的存储空间暂时不足，您的文件和任务都还在，请稍后再试',
    en: 'The server is short of storage right now. Your files and tasks are kept, please try again later',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;

/** The sentence a person reads for a code. */
export function errorSentence(
  code: ErrorCode,
  language: Language,
  details?: Readonly<Record<string, unknown>>,
): string {
  return fill(errors[code][language], details);
}

export function isErrorCode(name: string): name is ErrorCode {
  return Object.hasOwn(errors, name);
}

/** An expected refusal. Everything else that is thrown is a fault: logged, retried in a task, answered as UNEXPECTED. */
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
