// Man-made things: houses, vehicles, furniture and things to hold. `seat`: point where things resting on it are placed, in fractions of its box.
export const made = `
house|房子/屋子/房屋/小屋/木屋/小木屋|house/home/cabin/cottage/hut|b 2|
house-with-garden|别墅/庭院|villa/mansion|b 2|
castle|城堡|castle|b 2.8|
japanese-castle|天守阁/城楼|japanese castle|b 2.6|
pagoda|宝塔/塔|pagoda/tower|b 2.8|
lighthouse|灯塔|lighthouse|b 2.6|habitat=sea
windmill|风车|windmill|b 2.3|habitat=field
church|教堂|church/chapel|b 2.3|habitat=village
mosque|清真寺|mosque|b 2.3|
classical-building|神庙/博物馆|temple/museum|b 2.1|
shinto-shrine|鸟居/神社|torii/shrine|b 1.9|
school|学校|school|b 2.2|
hospital|医院|hospital|b 2.2|habitat=city
office-building|高楼/大楼/摩天大楼/写字楼|building/skyscraper/office building/tall building|b 2.9|habitat=city
convenience-store|商店/便利店|shop/store|b 1.7|habitat=city
factory|工厂|factory|b 2.2|habitat=city
tokyo-tower|铁塔/东京塔/埃菲尔铁塔|eiffel tower/tokyo tower|b 3|habitat=city
statue-of-liberty|自由女神像|statue of liberty|b 2.4|habitat=city
ferris-wheel|摩天轮|ferris wheel|b 2.6|habitat=park
carousel-horse|旋转木马|carousel|g 1.3|habitat=park
roller-coaster|过山车|roller coaster|b 2.2|habitat=park
circus-tent|马戏团/马戏团帐篷|circus/circus tent|b 1.9|habitat=park
tent|帐篷|tent|g 1.1|habitat=forest
fountain|喷泉|fountain|g 1.2|habitat=park
bridge|桥/小桥/石桥/拱桥|bridge|r 1|habitat=river
fence|篱笆/栅栏/围栏|fence|r .45|
bench|长椅/长凳|bench|g .5|habitat=park seat=.5,.5
street-lamp|路灯|street lamp/lamp post/streetlight/street light|g 1.6|
playground-slide|滑梯|slide|g 1.2|habitat=park
swing|秋千|swing|g 1.6|habitat=park seat=.5,.82
automobile|汽车/小汽车/轿车/车/小车|car/automobile|v .75|habitat=city seat=.5,.1
sport-utility-vehicle|越野车|suv/jeep|v .8|habitat=city
taxi|出租车/的士|taxi/cab|v .78|habitat=city
bus|公交车/巴士/公共汽车|bus|v 1.15|habitat=city
police-car|警车|police car|v .78|habitat=city
ambulance|救护车|ambulance|v .95|habitat=city
fire-engine|消防车|fire engine/fire truck|v 1|habitat=city
delivery-truck|卡车/货车|truck/lorry|v 1|habitat=city
pickup-truck|皮卡|pickup|v .85|habitat=city
racing-car|赛车|race car/racing car|v .6|habitat=city
tractor|拖拉机|tractor|v 1|habitat=farm
bicycle|自行车/单车/脚踏车|bicycle/bike|v .68|seat=.42,.22
motorcycle|摩托车/机车|motorcycle/motorbike|v .72|seat=.5,.3 habitat=city
motor-scooter|电动车/小摩托|scooter/moped|v .7|seat=.55,.35 habitat=city
skateboard|滑板|skateboard|v .16|seat=.5,.1 habitat=park
train|火车/列车|train|v 1.1|
locomotive|蒸汽火车/火车头|steam train/locomotive|v 1.1|
high-speed-train|高铁/动车|high-speed train/bullet train|v 1|
tram-car|电车|tram|v 1.1|habitat=city
airplane|飞机/客机|airplane/plane/aeroplane/jet|y .7|
helicopter|直升机|helicopter|y .6|
rocket|火箭|rocket|y .9|habitat=space
flying-saucer|飞碟|ufo/flying saucer/spaceship/spacecraft|y .55|habitat=space
satellite|卫星|satellite|y .5|habitat=space
hot-air-balloon|热气球|hot air balloon/hot-air balloon|y .95|
parachute|降落伞|parachute|y .8|
sailboat|帆船/小船/船|sailboat/boat/sailing boat|w 1.1|habitat=sea seat=.5,.75
canoe|独木舟/皮划艇|canoe/kayak|w .4|habitat=lake seat=.5,.5
speedboat|快艇|speedboat/motorboat|w .5|habitat=sea
ship|轮船/大船/邮轮|ship/cruise ship|w 1.3|habitat=sea
balloon|气球|balloon|h .5|
kite|风筝|kite|y .4|
umbrella-on-ground|遮阳伞/沙滩伞|parasol/beach umbrella|g 1.2|habitat=beach
umbrella|雨伞/伞|umbrella|h .6|
red-paper-lantern|灯笼/红灯笼|lantern/paper lantern|o .35|
firecracker|鞭炮|firecracker|t .26|
fireworks-burst|烟花/焰火|fireworks/firework|c .7|
confetti-ball|彩带|confetti|t .25|
wrapped-gift|礼物/礼盒/礼品盒|gift/present/gift box|t .32|
table|桌子/餐桌/木桌/桌|table|g .6|habitat=room seat=.5,.04
desk|书桌/课桌/办公桌|desk|g .6|habitat=room seat=.5,.04
chair|椅子/凳子|chair/stool|g .62|habitat=room seat=.5,.52
sofa|沙发|sofa/couch|g .6|habitat=room seat=.5,.5
bed|床|bed|g .6|habitat=bedroom seat=.55,.45
bookshelf|书架/书柜|bookshelf/bookcase|g 1.4|habitat=room
window|窗户/窗/窗子/窗口|window|d .9|habitat=room
door|门|door|d 1.4|habitat=room
framed-picture|画框/挂画|picture frame/painting on the wall|d .5|habitat=room
lamp|台灯/灯|lamp|t .42|habitat=room
candle|蜡烛|candle|t .26|
mantelpiece-clock|钟/时钟|clock|t .3|habitat=room
alarm-clock|闹钟|alarm clock|t .24|habitat=room
television|电视/电视机|television/tv|t .5|habitat=room
laptop|笔记本电脑/电脑|laptop/computer|t .28|habitat=room
mobile-phone|手机|phone/mobile phone/smartphone|h .22|
camera|相机/照相机|camera|h .22|
books|书/书本/书籍|book/books|t .22|
open-book|翻开的书/打开的书|open book|t .22|
pencil|铅笔/笔|pencil/pen|t .22|
artist-palette|调色板|palette|t .24|
guitar|吉他|guitar|h .5|
violin|小提琴|violin|h .42|
piano|钢琴|piano|g .8|habitat=stage
drum|鼓|drum|t .34|
trumpet|小号|trumpet|h .34|
microphone|话筒/麦克风|microphone|h .28|
soccer-ball|足球|football/soccer ball|t .2|
basketball|篮球|basketball|t .2|
tennis|网球|tennis ball/tennis|t .18|
volleyball|排球|volleyball|t .2|
trophy|奖杯|trophy|t .34|
crown|王冠/皇冠|crown|k .24|
top-hat|礼帽/高帽|top hat|k .28|
womans-hat|帽子/草帽/太阳帽|hat/straw hat/sun hat|k .24|
billed-cap|棒球帽|cap/baseball cap|k .22|
santa-hat|圣诞帽|santa hat/christmas hat|k .26|
graduation-cap|学士帽|graduation cap|k .24|
glasses|眼镜|glasses/eyeglasses|e .1|
sunglasses|墨镜/太阳镜|sunglasses|e .1|
scarf|围巾|scarf|n .3|
ribbon|蝴蝶结/丝带|bow/ribbon/bow tie|n .18|
necktie|领带|necktie/tie|n .24|
dress|裙子/连衣裙|dress/skirt|t .5|
t-shirt|衬衫/T恤|shirt/t-shirt|t .4|
backpack|书包/背包|backpack/bag/schoolbag|t .34|
handbag|手提包/包包|handbag/purse|h .28|
basket|篮子/竹篮|basket|t .3|seat=.5,.4
package|箱子/盒子/纸箱/纸盒|box/cardboard box/package/crate|t .42|seat=.5,.15
bucket|水桶/桶|bucket|t .3|seat=.5,.2
vase|花瓶|vase|t .34|habitat=room seat=.5,.12
plate|盘子|plate/dish|t .1|habitat=table seat=.5,.3
bowl-with-spoon|碗|bowl|t .22|habitat=table seat=.5,.3
bathtub|浴缸|bathtub/bath|g .6|habitat=room seat=.5,.45
flag|旗帜/旗子|flag|o .9|
key|钥匙|key|t .2|
gem-stone|钻石/宝石|diamond/gem/jewel|t .24|
ring|戒指|ring|t .18|
money-bag|钱袋|money bag/money|t .32|
coin|硬币/金币|coin|t .18|
treasure|宝箱|treasure chest/treasure|t .38|
dagger|剑/宝剑|sword|h .5|
shield|盾牌|shield|h .42|
magic-wand|魔杖|wand/magic wand|h .36|
crystal-ball|水晶球|crystal ball|t .32|
broom|扫帚|broom|h .6|
red-heart|爱心/心/红心|heart/hearts|l .22|
musical-notes|音符|musical note/music notes/notes|l .2|
envelope|信封/信|envelope/letter|t .18|
red-envelope|红包|red envelope|t .22|
magnifying-glass-tilted-left|放大镜|magnifying glass|h .26|
telescope|望远镜|telescope|g .7|
microscope|显微镜|microscope|t .4|
fishing-pole|鱼竿|fishing rod/fishing pole|h .6|
anchor|锚|anchor|t .4|
folding-hand-fan|扇子|fan|h .3|
rug|地毯|rug/carpet|r .2|habitat=room
stove|炉子/灶台|stove/oven|g .7|habitat=kitchen
fireplace|壁炉|fireplace|d 1.1|habitat=room
`;
