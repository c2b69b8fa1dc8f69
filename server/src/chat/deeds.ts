// Words for each deed. English: phrases of stemmed words, `…` for up to four words in between. Chinese: patterns, `…` for up to six
// characters in between.
import type { Deed } from 'contract/wishes.ts';
import type { Phrases } from './phrases.ts';

export const deedPhrases: Readonly<Record<Deed, Phrases>> = {
  remove: {
    zh: '[去除删擦消抹涂弄搞拿清移剔抠关干抽拆]掉|[去删消移剔清擦]除|[弄搞消擦p处]没|删了|去了|擦去|抹去|消失|抹了|不要了|不想要|不需要|不要有|没有|处理掉|不要|去不掉|想删|删(?=$|[，。？?！!])|碍眼|抢镜|穿帮|乱入|多余|不该有|多出来|多了|[上里]有个?|有个|有别人|别人的|p掉|ps掉|去(?=水印|字幕|文字|路人|logo|台标|声|人)|消(?=水印|路人)|删(?=水印|字)|除(?=水印)|[弄搞消擦去]不见|不留|不想看到|[弄变]干净|清理|祛|拿走|赶走|移走|挪走|裁?不到|怎么去',
    en: 'remove|removal|remover|delete|erase|eraser|get rid of|take … out|take … off|take … away|wipe|clean up|clean … up|eliminate|strip|rub out|photoshop … out|edit … out|disappear|vanish|go away|gone from|without|no more|get … out of|get … off|get them out|get it out|get him out|get her out|lose the|unwanted|in the way|ruin|clear away|make … gone|dont want|no longer want|drop the|paint out|leave out|minus|kill the|ditch|scrub|patch over|fill in where|in the background|walked into|photobomb|theres|there is a|there is some|someone elses|somebody elses|anothers|other peoples|rid of|cover … up|should go|has to go|have to go|must go|want … gone|take … down|take out of|spoil|not have|shouldnt be in|shouldnt be there|cleaned up|dont belong|doesnt belong|annoying|distracting|rub',
  },
  add: {
    zh: '加[上个入进点]|添加|[打印放贴盖写署挂弄配标附][上个进到在]|[打飘盖]一行|写着|上要写|嵌入|插入|叠加|烧录|压制|[弄放加]进|加(?=水印|字幕|logo|文字|字)|打(?=水印|logo|标)|[印盖]章|配|[放挂盖印写打贴]到|加一[行个层句]|[写打印放]自己的',
    en: 'add|put|place|insert|overlay|stamp|attach|apply|include|write|print … on|stick|embed|burn|imprint|superimpose|hardcode|on top of|label|slap|caption my|show my|with my … on',
  },
  blur: {
    zh: '打码|(?<!去.{0,6}|消除.{0,4})马赛克(?!去)|打.{0,3}码|[遮盖挡][住掉一了上]|遮挡|遮盖|涂黑|涂掉|模糊(掉|处理|一下)|糊[住掉]|不露|看不[见到]|认不出|隐去|隐藏|保护隐私|抹黑|不想(被|让).{0,6}(看|认)|不(能|要)被(看|认)|遮挡|遮起来|挡起来|藏起来|虚化掉',
    en: 'blur out|blur|pixelate|censor|hide|hidden|cover|mask|black out|black … out|block out|obscure|mosaic|unreadable|not be readable|not readable|unrecognizable|not be recognized|cant be recognized|shouldnt be readable|shouldnt be visible|not be visible|anonymize|anonymous|conceal|redact|smudge|scramble|cant read|nobody can read|no one can read|bleep|so nobody|cant see|not show|dont show|not visible|keep … private|hide … identity',
  },
  compress: {
    zh: '压缩|压[小到]|压一[下压]|[变弄缩搞改减]小|减肥|瘦身|减小|太大|过大|超过?(大小|限制)|超[出限]|太占|占.{0,3}(地方|空间|内存|存储)|传不[上了过]|上传不[了上]|发不[出了过]|寄不|体积|文件大小|以内|不(能)?(超过|大于)|[小低]于\\d|小一?点|\\d+ ?[km]b?以[下内]|内存(不够|不足|满)|太重|加载慢|打开慢|[几多]少?(k|兆|m)\\b|[变弄改]轻|降到|降低大小|减到|缩到|限制d|要求.{0,8}d+ ?[km]|[km]b?(到|至|-|~)d|文件大|文件很大|大小(限制|超)|才能上传|传得快|塞不下',
    en: 'compress|compression|compressor|shrink|squeeze|too big|too large|too heavy|too much space|file size|reduce|smaller|make … smaller|make … small|lighter|light weight|exceed|under|below|less than|at most|no more than|over the … limit|limit of|mb limit|kb limit|size limit of|upload limit|max … mb|max … kb|cant send|cant upload|cant email|cant attach|wont send|wont upload|wont attach|wont go through|reject|take up … space|takes too much|storage|full memory|megabyte|kilobyte|email|attachment|whatsapp|load slow|slow down my|slow my … page|page speed|huge|gigabyte|bloat|optimize|optimise|zip … small|below … kb|below … mb|in kb|file … too|fit … upload|reduce … size|weigh|fewer megabyte|size down|to fit|too many megabyte|allowed size|max size|file is huge',
  },
  resize: {
    zh: '改尺寸|尺寸|像素(?!低|不够|太低|风)|宽度|高度|宽高|长宽|改大小|调整大小|等比|缩放|大小改|缩小|\\d+ ?[x乘*×] ?\\d+|px|分辨率(改|调|要|设|是)|边长|百分之|一半|厘米|毫米|英寸|公分',
    en: 'resize|resizing|dimension|pixel|px|width|height|resolution of|scale|rescale|exact size|exactly|wide|change … size|different size|size … to|half … size|percent|longest side|long edge|downscale|downsize|centimeter|cm|inch|mm|pixel size|square pixel',
  },
  enlarge: {
    zh: '放大|变大|弄大|变高清|高清|超清|4k|8k|提高.{0,3}(分辨率|像素|画质)|(分辨率|像素)(太|很|不|低|有点)|像素低|不够大|太小|图小|(印|打印|喷绘|做).{0,6}(海报|展板|横幅|喷绘|大图|墙)|无损|大一点|大一些|变得更大|大图|马赛克感|锯齿|都是格子|[弄变]大(?!了)|更大|放到.{0,4}倍|拉大|印出来.{0,4}(糊|不清)',
    en: 'enlarge|enlarger|upscale|upscaling|larger|much larger|blow … up|blown up|hd|4k|8k|high res|hi res|high resolution|higher resolution|low res|low resolution|too small|too tiny|increase … resolution|big enough|more pixel|super resolution|super res|print … large|poster size|look pixelated|is pixelated|so pixelated|pixelated when|blocky|jagged|wall size|billboard|large print|print … big|without pixelating|tiny … big|small … big|make … bigger|make … larger|bigger|double … size|grow|print … poster|bigger print|on a wall|canvas print|scale up|scale … up|when i zoom|zoom in|grow',
  },
  sharpen: {
    zh: '模糊(?!掉|处理|一下|背景)|糊(了|的|得|糊|不)|很糊|太糊|有点糊|好糊|[拍照放图片就会都]糊|清晰|清楚|看不清|虚了|虚焦|发虚|失焦|跑焦|对焦|[手]抖|抖(了|动|得)|拖影|锐化|不清|去.{0,6}马赛克|画质(差|不好|低|渣|修复|增强)|老照片|旧照片|修复|雾蒙蒙|不够清|重影|[变弄]清|[变弄调]得?清|朦|不清[楚晰]|看起来糊|马马虎虎|画面糊|毛糙|增强',
    en: 'sharpen|sharpener|sharp|sharper|blurry|blurred|unblur|deblur|fuzzy|out of focus|unfocused|focus|shaky|shake|shook|motion blur|clearer|make it clear|make this clear|not clear|isnt clear|clear up|crisp|crisper|bit soft|too soft|looks soft|soft|restore|restoration|old photo|enhance|improve|better quality|bad quality|poor quality|quality|smear|hazy photo|unclear|cant see … clearly|crystal|moved … camera|camera moved|fix … blur|fix … photo|definition|remove … mosaic|unpixelate|depixelate|looks out of|bad shape|low quality|make out|legible|blurriness|blur|ghosting|shaky hand|shaky photo|hand shake|foggy',
  },
  crop: {
    zh: '裁|剪裁|切[掉成到]|剪[掉成](?!.{0,4}秒)|截[掉成]|(只留|只要).{0,6}(部分|左|右|中间|一块|上|下)|去边|[黑白]边|边缘|边上|正方形|方形|比例|多余的不要|切图|头像.{0,4}圆|\\d ?[:：比] ?\\d|[切剪裁]下来|留下.{0,4}部分|框选|只截|大头|切边|剪边',
    en: 'crop|cropping|trim … edge|trim … photo|trim … image|cut off|cut away|cut … off|cut … part|square|aspect ratio|ratio|edge|black bar|white margin|margin|chop|only keep … part|just … part|corner off|circle crop|16:9|4:3|1:1|9:16|snip|shave|border around|border round|tighter|just the face|zoom into|cut … off the|cut … away|cut … side|part of the picture|part of the photo|get rid of the border|remove … border|remove … edge',
  },
  rotate: {
    zh: '旋转|转\\d|转正|转过来|转一下|转个方向|摆正|拉直|歪|斜|倒[了着过]|颠倒|[横竖]过来|翻转|翻过来|镜像|[左右]反|反[了着过]|正过来|躺着|方向(不|错|反)|横着|水平线|校正|[弄转扶摆]正|侧着|横过来|竖过来|头朝下|方向|[有点].{0,2}斜|左右互换|字是反',
    en: 'rotate|rotation|turn … degree|turn … around|turn … upright|sideways|side ways|upside|straighten|crooked|tilt|slant|flip|mirror|horizon|wrong way|wrong orientation|upright|on its side|not straight|not level|level|reverse … photo|degree|facing|rotated|backwards|tilted|mirrored|mirror image|head down|the other way|lean',
  },
  cutout: {
    zh: '抠|扣出|免抠|去背景|去底|去掉?背景|透明|[单]独(弄|拿|取|提|剪|扣|裁)|单独.{0,4}出来|只[留要].{0,4}(人|主体|东西|狗|猫|产品)|分离出来|提出来|背景.{0,3}(去|换|透明|变|改|删|不要|弄|扣|抠|虚化|模糊|成)|[换改去删变弄].{0,6}背景|背景太|白底|免背景|贴纸图|发丝|白色背景|去除背景|背景去除|背景弄没|没有背景|无背景|不带背景|(?:纯色|干净的?)背景|[只单]要(人|主体|物体|宠物)|把(人|狗|猫|东西|产品).{0,4}(弄|拿|取|剪)(出|下)来',
    en: 'cut out|cut … out of the|cut … out from|cutout|cutting out|transparent|transparency|isolate|isolated|see through|no background|background remover|remove bg|bg remover|knock out|separate … from the background|on its own|without … background|white background|plain background|blur … background|background blur|instead of … background|in front of|behind me|behind my|behind him|behind her|behind the|swap … background|change … background|background … to|different background|background eraser|bokeh|sticker of my|sticker out of my|on a plain|alpha channel|floating|clear background|transparent logo|cut … from|cut myself out|cut him out|cut her out|cut it out|cut me out|lift … from|lift … out|extract … from the background|extract … subject|extract the person|behind a person|new background|plain backdrop|paste … onto|paste … into another|put … onto another',
  },
  denoise: {
    zh: '噪点|降噪|去噪|彩噪|杂点|颗粒感|磨砂感|(照片|图|拍).{0,6}(颗粒|噪声)',
    en: 'denoise|denoiser|noise reduction|reduce … noise|image noise|photo noise|color noise|colour noise|grainy|grain|graininess|noisy photo|noisy image|noisy picture|noisy … shot|noise … photo|noise … picture|noise … image|photo … noise|picture … noise|image … noise|speckle|speckled|high iso',
  },
  replace: {
    zh: '换[成个掉为上]|替换|改[成为]|变成|更换|换(?!算)',
    en: 'replace|change|swap|instead|switch|different|another|recolor|turn',
  },
  draw: {
    zh: '画[一个张幅只条两几出头]|帮我画|画.{0,3}的(?!照片|图)|生成(一|图|张|个)|ai绘|绘画|作画|文生图|画画|想象|插画|插图|ai生成|来一?[张幅]|创作|用(文字|一句话)|ai(画|图|作图)|想要一张|配图|根据.{0,6}(描述|文字)|帮我.{0,2}画|画出|做一张.{0,10}的图|想象图|给我.{0,2}一?张.{0,12}的?(画|图)|设计一个.{0,6}(怪|人|动物|形象)',
    en: 'draw|paint|illustrate|illustration|imagine|generate|generator|ai art|ai image|ai picture|text to image|create … image|create … picture|make … picture of|make … image of|make up|picture of a|image of a|photo of a|drawing of|painting of|portrait of a|from a description|from my description|from word|from text|from a prompt|dream up|prompt|art of|invent|visualize|artwork|i want an image|show me a|give me a picture|give me an image|need … picture of|need … image of|need … illustration|sketch me|create a scene|logo idea|concept art|wallpaper of|illustration for',
  },
  convert: {
    zh: '转换|转[成为码]|转(?=pdf|jpg|png|mp4|gif|word)|格式|另存|存成|导出成?|(打|开)不开|放不[了出]|播(放)?不[了出]|不能(播|打开|看)|看不了|不支持|不兼容|不认|读不[了出]|识别不[了出]|无法(播放|打开|识别)|兼容|能放|能打开|后缀|[换改]格式|什么格式|[弄变换]成(jpg|png|mp4|常见|普通)|(电脑|手机|ipad|电视|车载|微信|软件).{0,6}(打不开|放不|不能|看不|读不|不认)|想要jpg|兼容格式',
    en: 'convert|converter|conversion|format|save as|export|wont open|cant open|doesnt open|dont open|not open|wont play|cant play|doesnt play|dont play|not play|refuses to play|refuse to open|not support|unsupported|incompatible|not compatible|compatible|transcode|doesnt recognize|not recognized|no sound on my tv|change … extension|openable|playable|unable to open|unable to play|cant view|wont load|can open|opens in|readable|readable by|file type|filetype|file extension|other format|different format|another format|common format|normal format|friendly format|doesnt accept|not accept|wont accept|only accepts|only takes|dont accept|refuses|cant read|cannot open|cannot play|into something',
  },
  merge: {
    zh: '合成|合并|拼|合[在到成起一]|放(在)?一起|放[在到]一张|凑[成到]|[接连]成|接起来|接在一起|排成|汇成|订成|[弄做整存装打归]成?[成到]?一[个份张](?!张)|整合|并排|组合|串起来|一[个份]文件|一张(图|纸)?[里上]|合集|长图|[并合贴]一起|左右放|上下放|摆在一起|变成一[张个]|弄成一[张个]|几[张页]?(弄|变|合)成?一',
    en: 'combine|merge|join|stitch|put … together|together|into one|in one|into a single|in a single|one single|side by side|collage|montage|assemble|bind|next to each other|next to one another|on one page|on one sheet|in a row|one file|one document|single file|single document|single pdf|one pdf|glue|beside each other|one below the other|into 1|all in|grid|bundle|as one|one long|next to|beside|in the same|on the same|all on one|compare|into a strip|strip|several into|long image|vertical strip|single picture|single image|one picture|one image|one photo',
  },
  split: {
    zh: '拆|分解|分开|一[张页帧][张页帧]|一一|逐[帧页张]|每一?[帧页张]|分割|单独一页|第.{1,3}页|切成|分成|逐[一张]|分别存|单独存|每.{0,2}存|一[张页]一[张页]|一[张页帧]',
    en: 'split|frame by frame|single frame|each page|every page|individual|divide|break … into|one by one|page by page|all the page|all page|separate page|separate image|separate frame|separate photo|page number|page \\d+|each frame|every frame|every single|each one|frames out|each slide|every slide|as separate|page of a|pages of a|page of my|pages of my|pages from',
  },
  extract: {
    zh: '提取|取出|扒|抽[取出]|导出|[拿弄扣拉]出来|分离|只[要留想]|保留|留下|单独|剥离|下来|弄出来|拿出来|只听|当铃声|只想(要|听|留)|取(下|出)',
    en: 'extract|rip|pull|grab|only|just the|keep|separate|isolate|out of|get the|want the|take the|split|apart|from a video|from my video|from the video|save the|strip|only want|only need|listen to|keep only|just want the|take … out of|without the picture|without the video|as a ringtone',
  },
  read: {
    zh: '识别|认出|复制|ocr|打字|抄|录入|敲(?=字|进|出)|转(成|为)?(文字|word|文本|txt|excel)|变(成|为)?(文字|字|文本|word|可编辑|文档)|(可|能)编辑|提取文|取字|摘抄|文字版|电子版|手打|粘贴|[打敲]出来|不想打|不用打|搬到(word|文档)|[认读]出来|文字.{0,4}(出来|弄)|字.{0,4}(出来|扒)|图里的字|内容.{0,4}(复制|提取|变)',
    en: 'ocr|copy|read|recognize|recognise|retype|typing|type … out|type … up|type it|editable|paste|digitize|digitise|extract text|text from|to text|into text|as text|to word|into word|as word|word document|word doc|transcribe … page|text version|select the text|selectable|as text|into a document|turn … text|without typing|type this|text out|pull … text|grab … text|get … text out|get … text from|in my document|searchable|handwritten … text|what … written|in words',
  },
  transcribe: {
    zh: '转写|听写|转文字|转成?(字幕|文字|文本|文稿)|(变|弄|转|整理|写)成?.{0,2}(文章|文稿|文字稿|稿)|语音|录音|(说|讲)的(话|内容|东西|什么)|口播|逐字稿|文字稿|文案|台词|会议|讲座|采访|访谈|网课|课程|上课|生成.{0,3}字幕|(自动|配|做|加).{0,5}字幕|字幕文件|听不[清懂见]|说(了)?(些)?(什么|啥)|讲(了)?(些)?(什么|啥)|纪要|播客|演讲|通话|笔记|整理成|写下来|变成字|转字|速记|听译|字幕.{0,3}(生成|自动)|(没有|缺|要|想要|加|做|出)字幕',
    en: 'transcribe|transcript|transcription|dictation|dictate|speech|spoken|speak|what … said|what … say|lecture|meeting|interview|voice memo|voice message|voice note|voice recording|minutes of|make … caption|make … subtitle|create … subtitle|generate … subtitle|generate … caption|auto … subtitle|auto … caption|automatic … subtitle|automatic … caption|need … srt|need … subtitle|get … subtitle|written note|note|write down|written down|in writing|audio to text|video to text|speech to text|voice to text|type up … recording|sermon|webinar|zoom call|captioning|hearing|deaf|words spoken|what they say|what he says|what she says|what was said|word for word|listen through|listen again|type what|text of what|written version|in text form|spoken word|into writing|typed up|subtitles for|captions for|subtitles from|captions from|subtitles automatically|automatically … subtitle',
  },
  save: {
    zh: '下载|保存|存[下到]|下下来|下到|存手机|扒|解析|弄到手机|弄下来|搬下来|存到|弄到|搬到|扒下|拿到|[弄搞]到(手机|电脑|相册)',
    en: 'download|downloader|save|grab|get … off|rip|pull|fetch|keep … from|store|onto my phone|onto my computer|to my phone|to my gallery|offline|copy of',
  },
  trim: {
    zh: '截取|剪辑|剪[掉短去下]|截[一出下掉]|剪一|掐头|去尾|(前|后|头|最后|开头|第).{0,4}(秒|分钟)|开头|结尾|片头|片尾|中间.{0,4}(一段|部分|秒)|[截剪取留].{0,6}一?段|一段.{0,4}[出下]来|片段|\\d+秒|\\d+分钟|太长|[剪裁]视频|只[要留].{0,6}[秒段]|短一点|去掉.{0,4}(开头|结尾|前|后)|(开头|结尾|片头|片尾).{0,4}(去|删|不要|剪)|只[要留]一?(段|部分)|一截|其中',
    en: 'trim|cut|shorten|shorter|first \\w+ sec|last \\w+ sec|first \\w+ minute|last \\w+ minute|first half|second half|beginning|the start|the end|part of|section|segment|second|sec|minute|intro|outro|middle|snip|too long|from … to \\d|highlight|snippet|last part|first part|end part|start of|end of|only … seconds|only … minute|part … clip|part … video|opening|ending|cut out … part|bit at the|piece of',
  },
  speed: {
    zh: '加速|减速|变速|倍速|快进|慢动作|慢放|快放|太快|太慢|慢一?[点些]|快一?[点些]|放慢|加快|慢镜头|延时|调速|速度|[放调变加弄]快|[放调变弄]慢|快[一二两三四五六d]倍|[一二两三四五六d]倍速',
    en: 'speed|slow … down|slow motion|slow mo|slowmo|slow|fast|faster|slower|timelapse|time lapse|fast forward|half speed|double speed|times speed|speed it|quicker|slower|slowed|double time|times faster|times as fast|hyperlapse',
  },
  mute: {
    zh: '静音|消音|无声|(声音|原声|人声|噪音|声).{0,4}(去|删|关|不要|没|消|不想要|除)|(去|删|关|不要|消|除|没有).{0,4}(声音|原声|声|音频)|关掉.{0,4}声|别有声|不要有声|没声|声.{0,4}关',
    en: 'mute|silent|silence|no sound|without sound|without … sound|no audio|without audio|without … audio|soundless|noiseless|sound off|quiet|turn off … sound|no noise|remove … sound|remove … audio|remove … music|remove … noise|remove … voice|without … music|take … sound out|kill the sound|get rid of … sound|get rid of … audio|get rid of … music|cut the sound|cut the audio',
  },
  protect: {
    zh: '防盗|防止|盗[图用走]|被盗|偷(用|走|图|去|我|拿)|[怕被].{0,8}(偷|盗|抄|用|搬)|抄袭|搬运|版权|原创|署名|签名|转载|冒用|侵权|拿去用|[偷盗].{0,3}(图|照|片|视频|作品)|被人拿|抢走|不让(人|别人)|证明是我',
    en: 'nobody take|nobody steal|no one take|carry my|protect|steal|stole|stolen|stealing|theft|thief|copyright|credit|repost|reupload|reusing|without permission|without asking|without credit|brand|branding|ownership|pass … off as|as theirs|as their own|copying my|plagiar|claim|use without|take my|nick my|knows … mine|people know|know its mine|prove|not be stolen|so nobody … use|is mine',
  },
  animate: {
    zh: '动图|gif|表情包|动起来|会动|循环|斗图|做表情|动画(?!片|风|效果|人物|形象)|闪图|倒放|逐帧播|连拍|定格|幻灯片|相册视频|图片做视频|照片做.{0,3}视频|照片.{0,6}(变|做|合|弄)成?.{0,2}视频|[连几]张.{0,6}(动|播放)|让.{0,6}动|一直循环|会动的',
    en: 'gif|animation|animate|animated|loop|looping|meme|moving sticker|boomerang|moving image|moving picture|flipbook|flip book|stop motion|slideshow|slide show|burst|photos … into a video|pictures … into a video|images … into a video|video from … photos|video out of … photos|play backwards|sticker out of a video|reaction|moving picture|moves|move|in a loop|short loop|loop from|animation from|sequence of|flicker|play one after',
  },
  expand: {
    zh: '扩[图展充边]|扩大画面|外扩|延[伸展]|补[全齐]|加[宽高]|多.{0,4}(一点|一些|点|些)?(背景|风景|天空|空间|草地|地方)|(两边|四周|周围|左右|上下|边上|外面).{0,8}(多|空|延|加|补|扩|画|填)|(风景|天空|背景).{0,3}多(一点|点|些)|[横竖][版图屏幅]|变(宽|高)|留白|太满|太挤|离边|切到|撑满|画面(不够|太小|太窄)|没拍全|拍不全|拍少了|头顶|接着画|往外|以外|外面的|不够宽|补.{0,4}(边|画面|背景)|被(切|截|裁)|太少|[加补]一截|往[上下左右外]|不够高|[上下左右]面?(多|加|补)|空间太小|贴边|拉宽|变成横|变成竖|加边(?!框)',
    en: 'expand|extend|extending|outpaint|outpainting|uncrop|wider|taller|more background|more sky|more space|more room|more scenery|more of the|zoom out|zoomed out|too tight|too close|too narrow|landscape version|portrait version|landscape from|horizontal version|vertical version|into landscape|into portrait|to landscape|to portrait|fill … side|fill the|widescreen|widen|beyond|missing part|cut off at|got cut|is cut off|head is cut|continue the|room around|space around|outside the|grow the canvas|bigger canvas|without cropping|without losing the side|more on the|more on top|add space|add more|more at the|show more|make … wider|make … taller|too little|too short|outside of|margins around|room on|sky above|imagine the rest|rest of the|taller',
  },
};
