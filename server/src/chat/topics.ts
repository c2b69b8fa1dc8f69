// Topics about the site rather than about a file: words for them, and the page and words that answer them.
import type { PageName } from 'contract/routes/pages.ts';
import type { Language } from 'contract/words.ts';
import type { Phrases } from './phrases.ts';

export interface Topic {
  /** Its examples are in `examples/site-<name>.txt`. */
  readonly name: string;
  readonly page: PageName;
  /** In the notation of `deeds.ts`. */
  readonly asked: Phrases;
  /** Words of the section that answers. */
  readonly answer: Readonly<Record<Language, string>>;
  readonly ofMembership?: true;
}

export const topics: readonly Topic[] = [
  {
    name: 'refund',
    page: 'refund',
    asked: {
      zh: '退(款|钱|费|掉?会员|货|回|订)|能退|可以退|怎么退|不想用了|后悔|自动续费|取消(订阅|续费|会员)|重复(付|扣)|多扣',
      en: 'refund|money back|give me back|reimburse|chargeback|cancel … subscription|cancel … membership|cancel … plan|unsubscribe|auto renew|renew automatically|recurring|charged twice|double charged|by accident|by mistake|wrong plan',
    },
    answer: { zh: '怎么申请退款', en: 'How to ask for a refund' },
    ofMembership: true,
  },
  {
    name: 'payment',
    page: 'help',
    asked: {
      zh: '(没|未|不)到账|(付|充|买)了?(钱|款|费)?.{0,6}(还是|还|依然|仍|怎么)|(付|充|买|扣)了?.{0,8}(没|未|不)(到|有|收|显示|开通|生效|给)|还没到|钱.{0,3}扣了|扣了?钱|扣款|付(了|完)(钱|款)|充值.{0,6}(没|失败)|到账|会员.{0,5}没(到|开|生效)|订单.{0,4}(没|未|待)',
      en: 'charged but|charged and|got charged|paid but|paid and|i paid|payment … missing|payment … not|payment … pending|money … gone|money was taken|took my money|bought … but|still says free|still free plan|still locked|not arrived|didnt arrive|not received|order … unpaid|coins … missing|where are my coins|membership … not active|not activated|after paying',
    },
    answer: { zh: '付款后没有到账', en: 'I paid, and nothing has arrived' },
    ofMembership: true,
  },
  {
    name: 'contact',
    page: 'contact',
    asked: {
      zh: '客服|人工|真人|联系|投诉|反馈|举报|侵权了|提(个)?(意见|建议)|找(谁|你们)|你们的?(电话|邮箱|微信|qq)|(电话|邮箱|微信|qq群?)(号)?(是|多少)|商务|合作|开发票|发票抬头|开票',
      en: 'contact you|contact us|contact the|contact someone|how … contact|contact info|contact page|contact detail|contact form|support|talk to … human|talk to … person|talk to … someone|talk to somebody|speak to|speak with|real person|human being|a human|customer service|complain|complaint|feedback|report a|found a bug|your phone number|your email|email you|call you|write to you|get in touch|reach you|live agent|suggestion|partnership|takedown|take down my',
    },
    answer: { zh: '联系方式 邮箱 电话', en: 'How to reach us email phone' },
  },
  {
    name: 'account-deletion',
    page: 'privacy',
    asked: {
      zh: '注销|(删除?|销)(我的)?(账号|账户|号)|销户|不想要账号|导出.{0,4}数据|清空我的(资料|数据)',
      en: 'delete … account|close … account|remove … account|erase … account|cancel … account|deactivate|get rid of … account|delete my profile|export … data|delete all my data|delete my data',
    },
    answer: { zh: '您可以做什么 注销账号', en: 'Your choices delete your account' },
  },
  {
    name: 'password',
    page: 'agreement',
    asked: {
      zh: '密码|(换|改|绑).{0,3}(手机号|号码)|被盗号|账号被|别人登|登录设备|登不上|登录不了|收不到验证码|验证码',
      en: 'password|cant log in|cannot log in|cant login|change … phone number|hacked|somebody else logged|verification code|log out … device',
    },
    answer: { zh: '账号 密码 手机号', en: 'Your account password phone number' },
  },
  {
    name: 'privacy',
    page: 'privacy',
    asked: {
      zh: '隐私(?!.{0,4}(遮|挡|打码|盖))|偷看|泄[露漏]|安全(吗|不|么)|会不会(看|外传|泄)|保密|(谁|别人|人).{0,4}(能|会|可以)?看到|卖给|训练|(你们|网站|后台|服务器).{0,6}(看|保存|存|留|收集)|传到哪|上传到哪|外泄|收集.{0,4}(信息|数据)|cookie|第三方',
      en: 'privacy|private to|who can see|can anyone see|anybody see|others see|see what i|see my|see the file|see the photo|look at what|read my file|watch my|who looks at|see my file|see my photo|see my picture|look at my file|look at my photo|looking at my|keep my|store my|do you keep|do you store|do you save|sell my|train … on my|training|confidential … upload|spy|share my data|share my photo|is it safe|safe to upload|are my … safe|are … private|secure|safe with you|data protection|gdpr|cookie|tracking|what data|collect|leak|used for ai',
    },
    answer: { zh: '您的文件 不查看 不训练 自动删除', en: 'Your files look at your files train delete' },
  },
  {
    name: 'retention',
    page: 'help',
    asked: {
      zh: '不见了|找不到|没了(?!水印)|(结果|文件|图|照片|记录|任务|视频).{0,4}(还在|丢|没了|去哪)|多久.{0,4}(删|清|过期)|(保存|保留|留|存)(多久|几天|多长)|(多久|几天)会?(被)?删|什么时候(删|清)|历史(记录)?|以前(做|处理|的)|上次(做|处理)|过期|恢复.{0,4}(文件|结果)|昨天(做|弄|处理|的)|自动删',
      en: 'is gone|are gone|all gone|cant find my|cannot find my|where is my|where are my|where did my|how long … keep|how long … stored|how long … store|how long … available|how long … online|when … deleted|deleted after|get deleted|stuff deleted|files deleted|delete … after|when … delete|history|earlier result|earlier file|previous result|old result|recover|still there|yesterday|last week|disappeared from|lost my|expire|download later|link … expired|come back tomorrow',
    },
    answer: { zh: '找不到以前的结果', en: 'An earlier result is gone' },
  },
  {
    name: 'preview',
    page: 'help',
    asked: {
      zh: '(结果|下载|做好|处理完|弄好|你们|自带|导出|出来|完成).{0,8}(有|带|还有|都是).{0,6}水印|只有(一部分|几秒|开头|前几)|不完整|只能看.{0,4}(秒|部分)|(怎么|为什么|为啥).{0,6}(有|带).{0,6}(你们|网站|平台).{0,3}水印|解锁|预览.{0,4}水印|(你们|网站|平台)的?水印',
      en: 'result has … watermark|result have … watermark|download has … watermark|downloaded … watermark|your watermark|your logo|watermark on my result|watermark on the result|only the first … second|only first … second|cut short|incomplete|only a preview|only preview|only part|unlock|site name on|your name across|your name on|why is there … watermark|why does … have … watermark',
    },
    answer: { zh: '结果上有水印，或只有一部分', en: 'My result has a watermark or is cut short' },
    ofMembership: true,
  },
  {
    name: 'larger-result',
    page: 'help',
    asked: {
      zh: '(压缩|转|处理|弄|结果|文件).{0,8}(反而|更|还|变)(变|更)?大了?|反而大|变大了|比原(图|来|文件).{0,3}大',
      en: 'larger than … original|bigger than … original|bigger than before|larger than before|got bigger|got larger|became bigger|became larger|result is larger|result is bigger|file grew|is bigger now',
    },
    answer: { zh: '结果变大了', en: 'The result is larger than the original' },
  },
  {
    name: 'slow',
    page: 'help',
    asked: {
      zh: '(很|太|好|特别|非常|这么|真|有点|怎么这么)慢|卡(住|在|死|了)|排队|等(多久|了|很久|半天)|要多(久|长时间)|多长时间|一直(转|在|不动|显示|加载)|不动了|进度|没反应|半天',
      en: 'so slow|too slow|very slow|is slow|taking so long|take so long|take long|takes long|how long does … take|how long will|how long … last|taking forever|takes forever|stuck|queue|waiting|wait|hang|frozen|freeze|spinning|still processing|no progress|99 percent|not moving',
    },
    answer: { zh: '处理很慢或在排队', en: 'It’s slow or queued' },
  },
  {
    name: 'upload',
    page: 'help',
    asked: {
      zh: '上传(失败|中断|到一半|断|不动|卡|报错)|传(到|了)一半|断网|断线|刷新.{0,4}(丢|没|重)|网(断|不好|掉)|续传',
      en: 'upload … fail|upload … interrupt|upload … stop|upload … stuck|upload … broke|upload … abort|upload … cancel|upload … resume|connection lost|lost connection|lost my connection|connection drop|internet … cut|internet … drop|wifi|halfway|close the tab|closed the tab|closed the browser|refresh|reload',
    },
    answer: { zh: '上传中断了', en: 'The upload was interrupted' },
  },
  {
    name: 'failure',
    page: 'help',
    asked: {
      zh: '(处理|转换|任务|一直|总是|老是|文件|显示|有一?[个张]).{0,4}(失败|报错|出错|错误)|失败(了|原因|怎么)|报错|处理不了|出错|不成功|损坏',
      en: 'fail|failed|error|didnt work|doesnt work|not working|isnt working|wont process|went wrong|damaged|corrupt|red message',
    },
    answer: { zh: '某个文件失败了', en: 'One file failed' },
  },
  {
    name: 'limits',
    page: 'help',
    asked: {
      zh: '最大(能|支持|可以|多少|是|几|上传)|上限|(能|可以|最多|支持|一次|能不能)(传|上传|处理|放|支持|选)?(多大|几张|多少张|多少个|几个)(?!的)|(文件|图片|照片|视频).{0,3}多大|一次(能|可以|最多)|限制(是|大小|多少)|怎么(上传|传图|传文件|添加文件|放(文件|图片))|如何上传|从哪(里|儿)?上传|文件夹|(在|从)?哪(里)?(上传|传|选)',
      en: 'how big can|how large can|how big may|how large may|what size can|maximum file|maximum size|max file|max upload|max size|file size limit|upload limit|size limit|biggest file|largest file|how many file|how many photo|how many image|how many picture|how many at once|number of files|how … upload|how … add file|where … upload|drag|whole folder|upload from',
    },
    answer: { zh: '怎样放入文件 最大 50 MB', en: 'How to add files up to 50 MB' },
  },
  {
    name: 'devices',
    page: 'faq',
    asked: {
      zh: '换.{0,3}(浏览器|电脑|手机|设备)|(别|另|其他|新)的?.{0,4}(电脑|手机|设备|浏览器)|同步',
      en: 'another browser|other browser|another computer|other computer|another device|other device|different device|different computer|different browser|new phone|new computer|on my laptop and|sync',
    },
    answer: { zh: '换了浏览器，为什么看不到任务', en: 'Why are my tasks missing in another browser' },
  },
  {
    name: 'membership',
    page: 'privilege',
    asked: {
      zh: '(会员|vip|套餐|权益).{0,8}(什么|用|好处|区别|权益|哪些|值|多久|到期|有效|次数|能)|(开|办|买|充)(通)?(个)?(会员|vip).{0,6}(有|能|什么|好处|用)|会员权益|次数.{0,6}(用完|过期|清零|怎么|剩)|金币|剩(余|下)?.{0,4}次|有效期|会员(到期|过期)|(成为|变成)会员|充值(有|能)|vip',
      en: 'member benefit|membership benefit|benefit of|benefits|what do i get|what does membership|what is included|whats included|perk|advantage|why should i pay|coin|use left|uses left|run out of|how many uses|leftover|premium|become a member|being a member|members get|pro plan|pro account|vip|membership worth|unused|when … membership end|when … plan end|membership expire|plan expire|membership',
    },
    answer: { zh: '使用次数和有效期 金币 高清无水印下载', en: 'Uses and validity coins full quality' },
    ofMembership: true,
  },
  {
    name: 'price',
    page: 'faq',
    asked: {
      zh: '收费(吗|么|不|的|标准|多少)|免费(吗|么|的吗|用|使用|不)|要(不要)?(钱|付费|花钱|充|收费)|多少钱|价格|怎么收费|贵(吗|不)|花钱|白嫖|付费|(几|多少)块|试用|(要|花|用|扣|收)(多少|几)个?(金币|次)|一次要?(多少|几)',
      en: 'is it free|is this free|for free|free of charge|are … free|is … free|do i … pay|have to pay|need to pay|must i pay|how much is|how much does|how much do|what … cost|does it cost|prices|the price|price of the|price per|pricing|expensive|fee|free trial|try … free|without paying|cost anything|cost money|hidden cost|paid or free|how many coins|how many uses does|coins does',
    },
    answer: { zh: '收费吗 免费', en: 'Is it free' },
  },
  {
    name: 'account',
    page: 'faq',
    asked: {
      zh: '(要|需要|必须|用|不用|得)(先)?(登录|注册|账号|登陆)|(登录|注册|登陆)(吗|么|才|不)|不(登录|注册|登陆)|怎么(登录|注册|登陆)|没有账号|有账号(才|吗)',
      en: 'log in|login|sign up|signup|to sign in|sign in to|register|registration|need an account|have an account|without an account|make an account|create an account|an account',
    },
    answer: { zh: '需要登录吗', en: 'Do I need an account' },
  },
  {
    name: 'rights',
    page: 'agreement',
    asked: {
      zh: '商用|商业(使用|用途)|版权(归|是谁|属)|归谁|用户协议|服务条款|条款',
      en: 'commercial|commercially|who owns|own the result|rights to the result|royalty|terms of service|terms of use|legal to|license of the',
    },
    answer: { zh: '您的文件归您所有 开源素材 商用', en: 'Your files belong to you commercially' },
  },
  {
    name: 'apps',
    page: 'faq',
    asked: {
      zh: '(有|下载|安装|出).{0,3}(app|客户端|手机版|电脑版|安卓版|小程序)|(手机|平板|安卓|苹果).{0,4}(能用|可以用|支持)|(安装|添加|放)到(桌面|主屏)|离线|什么浏览器',
      en: 'android app|iphone app|ios app|mobile app|desktop app|phone app|an app|apk|desktop version|mobile version|install … on my|home screen|work … on my phone|work … on iphone|work … on android|which browser|offline',
    },
    answer: { zh: '有手机和电脑的应用吗 安装', en: 'Is there an app install' },
  },
  {
    name: 'tutorial',
    page: 'tutorial',
    asked: {
      zh: '(网站|你们|本站|工具).{0,3}怎么用|使用教程|使用说明|新手|能做什么|有什么功能|有哪些功能',
      en: 'how … use this site|how … use the site|how does this site work|tutorial|user guide|getting started|get started|what can you do|what can i do here|what can this site do',
    },
    answer: { zh: '添加文件', en: 'Add files' },
  },
];
