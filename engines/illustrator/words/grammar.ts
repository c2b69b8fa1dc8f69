// Words that connect things: relations, actions, and words without a meaning for the picture.

/** relation | Chinese after the other thing | English before the other thing */
export const places = `
on|上/上面/之上/顶上/枝头|on/on top of/atop/upon/onto/standing on/sitting on/sits on/lying on/sleeping on/resting on/perched on
under|下/下面/之下/底下|under/beneath/below/underneath
beside|旁/旁边/边/边上/身边/旁的/附近/左边/右边/周围|beside/next to/near/by/alongside/at/around/to the left of/to the right of/against/between/close to
front|前/前面/前方/门前/面前|in front of/before
behind|后/后面/背后/身后|behind/at the back of
in|里/中/里面/内/之中|in/inside/within/into/peeking out of
above|上空/上方/头顶|above/over/flying over/hovering over/floating above
`;

/** relation | Chinese | English */
export const deeds = `
hold|拿着/拿/捧着/抱着/抱/举着/提着/握着/撑着/打着/打/撑/吃着/吃/喝着/喝/弹着/弹/拉着/拉/吹着/吹/带着/背着/看着/看/读着/读/拥抱着|with/holding/holds/carrying/carries/eating/eats/drinking/drinks/playing the/playing a/plays the/plays a/playing/reading/reads/hugging/carry/hold
wear|戴着/戴/穿着/穿/系着/围着/头戴/身穿|wearing/wears/dressed in/in a/wear
ride|骑着/骑/驾着/驾驶着/驾驶/开着/乘着/坐着/划着/乘坐|riding/rides/driving/drives/riding on/riding a/sailing
fly|放/放着/放飞|flying a/flies a
`;

/** action | Chinese | English */
export const actions = `
walking|走路/散步/行走/走着/走|walking/walks/strolling/walk
running|跑步/奔跑/跑/跑着/飞奔|running/runs/jogging/run/racing
dancing|跳舞/起舞/舞蹈/跳舞的|dancing/dances/dance
swimming|游泳/游着/游|swimming/swims/swim
surfing|冲浪|surfing/surfs
biking|骑车/骑自行车/骑单车|cycling/biking/riding a bike/riding a bicycle
rowing-boat|划船|rowing/rowing a boat
climbing|爬山/攀岩/登山|climbing/climbs
skiing|滑雪|skiing/skis
snowboarding|单板滑雪|snowboarding
in-lotus-position|打坐/冥想/瑜伽|meditating/meditation/yoga
juggling|杂耍|juggling
lifting-weights|举重|weightlifting/lifting weights
bouncing-ball|打篮球|playing basketball/dribbling
golfing|打高尔夫|golfing/playing golf
cartwheeling|翻跟头|cartwheeling/doing a cartwheel
sleeping|睡觉/睡着/熟睡/睡|sleeping/asleep/sleeps/napping
flying|飞翔/飞/飞行/飞过/翱翔/飞舞/飘/飘着|flying/flies/fly/floating/soaring/hovering
singing|唱歌|singing/sings
fishing|钓鱼|fishing
reading|看书/读书|reading a book/reading books
jumping|跳跃/跳|jumping/jumps/leaping
`;

/** Frequent words that are drawn anyway or have nothing to draw: they are not reported as unknown. */
export const silent = {
  zh: '的/了/着/在/是/有/和/与/跟/及/并/被/把/正在/正/一起/坐/坐在/坐着的/站/站在/站着/躺/躺在/趴/趴在/停/停在/停着/挂/挂着/长着/开满/盛开/盛开的/开/放着/玩耍/玩/玩球/嬉戏/这/那/他/她/它/们/很/非常/美丽/美丽的/漂亮/好看/风景/画/画一/画面/图/图片/插画/插图/风格/风/场景/背景/一幅画/请/帮我/我/要/想要/生成/画个/画张/高清/高质量/细节/精致/杰作/壁纸/海报/照片/追/追着/追逐/望着/仰望/看向/等待/等/聊天/休息/吃草/挂在/漂/漂在/漂浮/照/照着/照在/映/满/满天/天/到处/到/去/向/从/还/也/穿过/经过/驶过/航行/行驶/游来游去/生长/笑/微笑/独自/一个人的/老/年轻/新/旧/古老/静静/圆圆/弯弯/圆/弯/高/长/淡淡/简单/现代/传统/中国风/中式/日式/成/落/落下/升起/升/冒着/着火/木/木头的/石/纸/头上/头/手里/手中/手/身上/脚下/脖子上/脖子/茂密/郁郁葱葱/波光粼粼/一样/热/冷/热腾腾/新鲜/漫步/唱/堆/堆雪人/过/回家/旅行/骑行/开花/结冰',
  en: 'and/of/is/are/was/be/there/it/its/his/her/their/this/that/these/those/to/from/for/as/who/which/while/sits/sit/sitting/stands/stand/standing/lies/lie/lying/rests/resting/hanging/hangs/growing/grows/grow/blooming/bloom/full/beautiful/pretty/nice/picture/image/illustration/painting/drawing/draw/paint/photo/poster/wallpaper/scene/background/style/art/please/me/i/my/very/so/with a view/detailed/high quality/masterpiece/4k/hd/together/side/alone/watching/watches/watch/looking/looks/look/chasing/chases/waiting/playing with/game/happily/quietly/old/young/new/ancient/round/modern/traditional/wooden/hot/cold/fresh/shining/shines/shine/bright/brightly/rising/setting/covered/filled/surrounded/sailing on/passing/parked/crossing/through/across/along/towards/toward/off/out/up/down/lit/glowing/swims in/one of/made/wide/deep/simple/colorful/colourful/adorable/lush/tall grass/having/has/have/had/some of/hides/hiding/making/building/each/other/where/all/every/then/also/just/like/them/they/he/she/we/you/your/our/at the/leafless/fluffy/grazing/hung/among/amongst/landscape/view/panorama/artwork/looking at/smiling/smile/sleepy/hungry/brave/smoke/trip/travel/on the way/picnic',
} as const;
