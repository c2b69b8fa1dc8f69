// Words for each thing, in the notation of `deeds.ts`.
import type { Thing } from 'contract/wishes.ts';
import type { Phrases } from './phrases.ts';

export const thingPhrases: Readonly<Record<Thing, Phrases>> = {
  mark: {
    zh: '水印|台标|角标|标志|logo|标识|商标|图标(?=去|弄|删|挡)|日期|时间戳|账号名|剪辑软件|印章|戳|账号|角落.{0,3}(字|标)|右下角|左上角|右上角|左下角|广告',
    en: 'watermark|watermarking|logo|stamp|mark|emblem|wm|tag|date stamp|timestamp|time stamp|branding|channel name|copyright notice|date|channel|corner|handle|username|ad|site name',
  },
  text: {
    zh: '文字|字(?!幕|符|体)|文本|一段话|表格|手写|句子|写着|一行|电话号码|英文|中文|日文|数字|价格',
    en: 'text|word|writing|written|letter|sentence|lettering|handwriting|quote|paragraph|line of|slogan|number|price|date|title|chinese|english|script',
  },
  person: {
    zh: '路人|行人|游客|陌生人|前任|前男友|前女友|前夫|前妻|背景里的人|旁边(的|那)?个?人|后面的人|别人|小孩|[有那某]个人|把.{0,2}人(?=[p弄去删消擦抹])|人(?=[p删消擦抹]掉)|某个人|同事|闯入|那位|这位|游人|人影|人群|人头|乱入|挡镜头|旁人|背后的人|(?:左|右)边.{0,3}人',
    en: 'person|people|stranger|tourist|passer|passerby|bystander|ex|guy|man|woman|boy|girl|friend|crowd|boyfriend|girlfriend|husband|wife|kid|uncle|somebody|someone|lady|he|she|him|her|them|aunt|cousin|couple|pedestrian|colleague|crowd|neighbour|neighbor|human|visitor|photographer',
  },
  object: {
    zh: '杂物|电线|线杆|垃圾|多余的?东西|东西|车(?!牌)|瑕疵|污[渍点]|痘|斑|反光|阴影|影子|手指|划痕|折痕|裂痕|栏杆|树枝|皱纹|黑眼圈|物体|牌子|招牌|柱子|路灯|瓶子|塑料袋|井盖|桌子|椅子|衣架|插座|广告|标签|线|眼镜反光|牙',
    en: 'object|wire|power line|cable|pole|trash|bin|car|sign|shadow|reflection|glare|blemish|spot|pimple|acne|zit|finger|thing|scratch|crease|dust|tree|item|clutter|fence|stain|wrinkle|crack|lamp|branch|bird|building|tooth|mole|tattoo|chair|table|bag|bottle|pen|leaf|leaves|toy|flash|glasses|clothes|logo on|post|scaffold|crane|plastic|cup|tape|braces|box|rope|leash|phone|drone',
  },
  background: {
    zh: '背景|底色|底(?=换|变|改|成)|背后|后面|房间',
    en: 'background|backdrop|bg|behind|scenery|beach|studio|room',
  },
  face: {
    zh: '脸|车牌|手机号|电话号?码?|姓名|名字|身份证号|号码|住址|地址|隐私|银行卡|眼睛|卡号|聊天记录.{0,4}名|小朋友|孩子|车号|牌照|门牌|二维码|头像(?=.{0,3}(打码|遮|盖|挡))|学校名|工号|订单|病人|谁',
    en: 'face|plate|number plate|license plate|registration|number|phone number|address|name|identity|private|sensitive|personal|eye|id number|card number|account number|child|kid|password|detail|recipient|people|identity|house number|door number|licence|tag|bystander|student|somebody|order|email|secret|child|kids|children|strangers|passerby|sensitive|street sign|sign',
  },
  signature: {
    zh: '签名|署名|店名|店铺名|名字|logo|版权|昵称|公司名|网名|二维码|联系方式|微信号|水印|落款|仅供|仅用于|公司|品牌|我的名|印章',
    en: 'signature|name|handle|logo|copyright|website|shop|username|initial|url|watermark|contact|brand|own|confidential|draft|sample|sign my|company|business|my name|studio|photographer|credit|blog',
  },
  subtitles: {
    zh: '字幕|srt|歌词|对白|台词|ass文件|双语|滚动字|英文字|中文字|翻译',
    en: 'subtitle|sub|srt|caption|vtt|lyric|hardsub|hardcoded|hard coded|burnt|translation|subtitled|karaoke|chinese and english|lines at the bottom|words at the bottom|text at the bottom|lyrics',
  },
  sound: {
    zh: '声音|音频|音乐|背景音|bgm|歌(?!词)|配乐|人声|原声|音轨|伴奏|铃声|噪音|杂音|mp3|说话|声(?!明)|bgm|脏话|旁白|嘈杂|噪声|说话声|歌声|音效|评论',
    en: 'sound|audio|music|song|voice|soundtrack|tune|noise|mp3|bgm|talking|ringtone|track|wav|shout|speaking|chatter|wind|podcast|beat|melody|swear|concert|speech|narration|swearing|swear word|commentary|voice over|voiceover|barking|background noise|radio|singing|piano',
  },
  frame: { zh: '帧|每一?张|一张张|画面|截图(?!里|上|中|有)|静帧', en: 'frame|still|still image|moment' },
  page: { zh: '页', en: 'page' },
  pdf: { zh: 'pdf', en: 'pdf' },
  paper: {
    zh: '发票|小票|收据|票据|合同|作业|试卷|扫描件?|资料|材料|正反面|报销|讲义|一[个份](文件|文档)|单据|病历|笔记本|一本|打印稿|文档|页|身份证|证书|凭证|申请|材料|简历|表|成绩单|报告',
    en: 'receipt|invoice|scan|scanned|document|doc|homework|contract|form|certificate|lawyer|file|booklet|portfolio|handout|assignment|bill|sheet|worksheet|page|report|statement|id card|bank|tax|paperwork|notes|assignment|transcript|certificate',
  },
  link: {
    zh: '链接|网址|m3u8|复制的',
    en: 'link|url|web page|m3u8|web address',
  },
  site: {
    zh: '抖音|小红书|快手|微博|b站|哔哩|西瓜|视频号|tiktok|youtube|油管|皮皮虾|网页|网站上|推特|instagram|网|朋友圈|公众号|知乎|贴吧|优酷|爱奇艺|腾讯视频|相册',
    en: 'tiktok|tik tok|douyin|instagram|insta|youtube|yt|reel|twitter|weibo|bilibili|kuaishou|xiaohongshu|rednote|facebook|fb|vimeo|pinterest|reddit|post|web site|website|online|internet|story|site|social|snapchat|telegram|channel',
  },
  speech: {
    zh: '录音|语音|会议|讲座|采访|访谈|网课|播客|演讲|讲的|说的|口播|说什么|旁白|对话|课|故事|通话|上课|听|口述|发言|老师讲|电话|讲|说',
    en: 'speech|spoken|lecture|meeting|interview|podcast|voice memo|voice|recording|dictation|sermon|webinar|talk|conversation|speaker|class|call|grandma|said|saying|audio|talking|professor|teacher|meeting|zoom|boss|lesson|sermon|seminar|he says|she says|they say|tape',
  },
  layer: {
    zh: '箭头|图层|贴纸|标注|画圈|圈出|圈起|涂鸦|方框|对话框|气泡|相框|边框|写(几个|些|个|上|点)?字|写几|加(几个|些|个|行|点)?(文)?字|p图|(?<![a-z])ps(?![a-z])|修图|画线|文字说明|画笔|贴图|表情(?!包)|批注|写.{0,3}(祝福|标题|字)|红框|指向|水平|拉个框|涂(?!掉|黑)|心形|圈一下|标记|圈|对话|标出',
    en: 'arrow|layer|annotate|annotation|circle|speech bubble|bubble|emoji|picture frame|photo frame|text box|like photoshop|photopea|paint on|draw on|highlight|doodle|scribble|shape|retouch|editor|edit my|edit a|edit the|write … on|text on|text to|words on|underline|point at|point to|heart on|paint over|caption|title|heart|mark up|markup|red box|box around|red circle|line|pointing|write|label|thought bubble|combine … layer',
  },
  light: {
    zh: '亮度|对比度|太暗|偏暗|太亮|过曝|曝光|饱和度|色温|偏黄|太黄|发黄|偏色|调亮|调暗|提亮|变亮|逆光|白平衡|曲线|色阶|黑乎乎|灰蒙蒙|暗了|亮一?点|太白|太曝|阴暗|暗沉|暗|颜色.{0,3}(不对|偏|淡|怪)|发灰|发白',
    en: 'brightness|brighten|brighter|contrast|too dark|darker|too bright|overexposed|underexposed|exposure|saturation|white balance|lighten|yellowish|color cast|curve|dim|lighting|dull|washed out|correct … color|dark|bright|orange|too yellow|too blue|pale|gloomy|color|colour',
  },
  look: {
    zh: '滤镜|色调|调色|氛围|风格(?!化)|质感|复古|胶片|日系|港风|电影感|电影(风|色)|黑白|怀旧|小清新|ins风|赛博|朦胧|暖色|冷色|高级感|美化|好看|去雾|怀旧|年代|老电影|港味|文艺|感觉|大片|氛围感|日系|清新|法式|美式|暗黑|赛博朋克|夕阳|文艺|色彩|老照片(的)?(感|效果|风格)|年代感|双色|鲜艳',
    en: 'filter|vintage|retro|cinematic|cinema|film look|filmic|old film|moody|black and white|black white|b&w|b w|bw|monochrome|gray scale|grayscale|sepia|look|vibe|tone|warm|cold|aesthetic|effect|nostalgic|old school|dramatic|hdr|dehaze|haze|80|90|1920|polaroid|kodak|noir|faded|fade|preset|mood|colorful|vivid|duotone|color grade|color grading|feel|style|film shot|film photo|golden|old photo effect|grain effect|nineties|eighties|instagram filter|color look|colors pop|sunset|summer|cosy|cozy|gritty|analog|analogue|disposable|bleach',
  },
  cartoon: {
    zh: '动漫|漫画|卡通|二次元|宫崎骏|吉卜力|手绘|素描|水彩|油画|q版|动画(片|风|效果|人物|形象)|画像|画风|迪士尼|皮克斯|赛璐璐|水墨|手办|速写|铅笔画|插画风|变成画|转成画|像画|辛普森|海贼|火影|日漫|美漫|国风|国画|皮肤|画(?=$|。|！)|(变|做|弄|转|画)成.{0,6}画|3d',
    en: 'cartoon|cartoonize|cartoonify|cartoonish|anime|manga|comic|ghibli|disney|pixar|sketch|pencil|watercolor|toon|caricature|oil painting|oil paint|hand drawn|into a drawing|into an illustration|into art|simpson|ink|pop art|character|line art|charcoal|animated|comic book|marvel|japanese|lego|claymation|minecraft|3d|watercolour|crayon|drawing of me|drawing of my|sketch of me|sketch of my',
  },
  idPhoto: {
    zh: '证件照?|[一二两12]寸|小二寸|大一寸|护照|签证|身份证照(?!片上)|登记照|[红蓝]底|底色|免冠|报名照|简历照|结婚照|结婚证|考试照|工作证|驾照|驾驶证|社保|港澳|通行证|准考证|学籍|职业照|工牌|入职照|考公|考研|教资|公务员|标准照|照相馆|居住证|健康证|毕业证|简历|证件|3[05]x4|寸照|登记|学生证|工作牌|入学|入境|绿卡|蓝色背景|红色背景',
    en: 'id photo|id picture|id pic|passport|visa|headshot|driver license|driving license|drivers license|green card|resume photo|resume|cv|2x2|35x45|id card|embassy|mugshot|badge|student card|student id|biometric|license photo|schengen|schengen|id|application photo|linkedin photo|consulate|official photo|official picture|id pictures|resume picture|enrolment|enrollment|visum|permit|government|licence photo|driving licence|blue backdrop|blue background|red background',
  },
  product: {
    zh: '商品|产品|淘宝|天猫|拼多多|京东|亚马逊|电商|主图|卖(?!萌)|网店|店铺(?!名)|闲鱼|详情页|上架|场景图|影棚|展台|带货|宝贝图|种草|包包|口红|护肤品|摆拍|货|首饰|珠宝|戒指|项链|衣服|鞋|手表|零食|茶叶|化妆品|耳环|玩具|家具|手机壳|香水|蜡烛|糕点|展示|摆拍|口红|蜂蜜|水果|小店|详情',
    en: 'product|etsy|ebay|amazon|shopify|listing|online shop|web shop|online store|store|sell|selling|sale|merchandise|ecommerce|e commerce|packshot|packaging|catalog|bottle|marble|podium|shoe|mug|jewelry|candle|vinted|handbag|cosmetics|perfume|studio shot|studio|marketplace|necklace|ring|watch|sneaker|cosmetic|perfume|clothes|dress|lipstick|honey|soap|ceramics|pottery|earring|bag|bracelet|furniture|crafts|handmade|shop photo|shop picture|advert shot',
  },
  poster: {
    zh: '海报|邀请函|请柬|请帖|喜帖|名片|传单|宣传单|单页|模板|菜单|贺卡|横幅|公告|通知|价目表|头像框|排版|设计|现成|促销|开业|易拉宝|展架|招聘|节日图|生日(卡|帖)|节目单|打折|做活动|朋友圈海报|样式|邀请|卡片|请帖|展板|活动图|介绍页|喜报|倒计时|日签|祝福图|优惠券|门头|招牌|公众号首图|简介|价格表|工作证模板',
    en: 'poster|flyer|flier|invitation|invite|business card|greeting card|birthday card|christmas card|thank you card|wedding card|card|template|menu|banner|brochure|leaflet|announcement|price list|qr code|design|ready made|advert|advertisement|ad|notice|save the date|canva|instagram story|certificate of|program|raffle|bake sale|garage sale|yard sale|hiring|pamphlet|placard|voucher|gift card|signboard|party|event|cards|bake|garage|concert|grand opening|open day|concert poster|cafe|lost dog|lost cat|missing|festival|discount|coupon|for my shop window|for my cafe|for a party|opening hours|promo|promotion|advertise|announce|postcard|christmas|easter|valentine|halloween',
  },
  platforms: {
    zh: '缩略图|封面|各(个|大)?平台|(各|多|几|好几|不同|所有)[种个]?(的)?(大小|尺寸|规格)|全套尺寸|公众号|头图|小图|配图尺寸|一次.{0,4}尺寸|预览图|尺寸都|每个平台|通用尺寸|不同平台',
    en: 'thumbnail|thumb|cover|all … size|several size|different size|multiple size|every size|each size|many size|various size|in all size|social media|platform|preview|header image|cover image|instagram and|facebook and|linkedin|multiple platform|banner size|set of size|channel art|blog|podcast cover|every platform|all platforms|different platform|several platform|header|versions of|sizes for',
  },
  icon: { zh: '图标', en: 'icon|ico|favicon' },
  photos: {
    zh: '[几多两三四五六七八九十好]+几?张|照片墙|九宫格|宫格|对比图|多图|拼图|全家福|前后|一组|所有的?照片|聊天记录|截图们|照片们|几个图|每个?月一张|合照|[左右]放',
    en: 'photo wall|grid|collage|montage|before and after|before after|several|couple of|few|two|three|four|five|six|seven|eight|nine|ten|\\d+ photo|\\d+ image|\\d+ pic|pair|both|group of',
  },
  reading: {
    zh: '书|课本|教材|名片|招牌|黑板|白板|板书|ppt|幻灯|报纸|杂志|手写|笔记|表格|文件照|纸质',
    en: 'book|textbook|business card|whiteboard|blackboard|slide|newspaper|magazine|handwriting|handwritten|note|notebook|table|photographed|recipe|menu|letter|old document|page|sign|label|quote',
  },
  video: { zh: '视频|录像|录屏|影片|短片', en: 'video|clip|movie|footage|film' },
};
