// Words for surroundings and attributes: scenes, times, weather, seasons, moods, styles, colours, sizes and numbers, in both languages.

/** name | Chinese | English */
export const scenes = `
sea|大海/海/海洋/海面/海上/海边/海浪/海里|sea/ocean/waves/seaside/coast
beach|沙滩/海滩/海岸|beach/shore/sand
underwater|海底/水下/水底/海底世界/深海/水里/水族馆|underwater/seabed/under the sea/deep sea/aquarium
lake|湖/湖水/湖边/池塘/湖面/荷塘/池/湖泊|lake/pond/lakeside
river|河/小河/河流/河边/溪流/小溪/江/江边/河里/溪边|river/stream/creek/riverside/riverbank
forest|森林/树林/林间/林中/丛林深处/树林里/山林|forest/woods/woodland
jungle|丛林/雨林/热带雨林|jungle/rainforest
bamboo|竹林|bamboo forest/bamboo grove
mountain|山/高山/雪山/群山/山峰/远山/山顶/山脉/山里/山谷/大山/山间/富士山|mountain/mountains/peak/valley/hills of rock/mount fuji/snowy mountain/snowy mountains/snow mountain
hill|山坡/小山/丘陵/山丘|hill/hills/hillside
meadow|草地/草坪/草丛/青青草地/野外/草原上的花|meadow/grass/grassland/lawn/prairie
field|田野/稻田/麦田/花田/田里/农田/油菜花田/薰衣草田|field/wheat field/rice field/flower field/fields/lavender field
farm|农场/农庄/牧场|farm/ranch/farmyard/barnyard
garden|花园/院子/后院|garden/backyard/yard
park|公园/游乐园/游乐场|park/playground/amusement park
city|城市/都市/城里/摩天楼群|city/downtown/town/skyline/metropolis
street|街道/街/街上/马路/路上/街头/公路/道路/小巷/路边|street/road/avenue/sidewalk/alley/roadside/highway
village|村庄/村子/小镇/乡村/村里/乡下/古镇|village/countryside
savanna|草原/大草原/非洲草原|savanna/savannah/african plain
desert|沙漠/沙丘/戈壁|desert/dunes/sand dunes
snow|雪地/雪原/冰天雪地/冰面/南极/北极|snowfield/snowy field/antarctica/arctic/ice field/tundra
space|太空/宇宙/星空中/外太空/银河系/火星|space/outer space/universe/cosmos
moonland|月球/月球表面|lunar surface/moon surface/surface of the moon
sky|天空/空中/蓝天/天上/高空|sky/blue sky/the air
stars|星空/夜空/满天星星/满天繁星/繁星|starry sky/night sky/starry night
room|房间/客厅/室内/家里/屋里/家中/屋内|room/living room/indoors/home/parlor
bedroom|卧室/床边/睡房|bedroom
kitchen|厨房|kitchen
classroom|教室/课堂|classroom
library|图书馆/书房|library/study
cafe|咖啡馆/咖啡厅/餐厅/茶馆|cafe/coffee shop/restaurant/diner/tea house
stage|舞台|stage/theater/theatre/concert
table|桌面|tabletop/still life
island|岛/小岛/海岛|island
volcano|火山|volcano
`;

/** kind:value | Chinese | English */
export const surroundings = `
time:dawn|黎明/清晨/早晨/早上/日出/晨光/破晓/朝阳|dawn/sunrise/morning/early morning/daybreak
time:day|白天/中午/正午/下午/午后|day/daytime/noon/midday/afternoon
time:sunset|黄昏/傍晚/日落/夕阳/晚霞/落日|dusk/sunset/evening/twilight/golden hour
time:night|夜晚/晚上/夜里/深夜/月夜/夜色/午夜/夜景/夜/夜间|night/midnight/nighttime/moonlit/moonlight/at night
weather:sunny|晴天/晴朗/阳光/阳光明媚|sunny/sunshine/clear sky/sunlight
weather:cloudy|多云/阴天/阴|cloudy/overcast
weather:rain|下雨/雨天/雨中/雨/细雨/大雨/小雨/雨里|rain/rainy/raining/drizzle
weather:snow|下雪/雪/雪天/雪中/大雪/飘雪/雪花飘飘|snow/snowy/snowing/snowfall
weather:fog|雾/雾气/大雾/薄雾/迷雾|fog/foggy/mist/misty/haze
weather:wind|刮风/风/大风/微风|wind/windy/breeze
weather:storm|暴风雨/雷雨/雷电|storm/thunderstorm/stormy
season:spring|春天/春/春季/春日/早春|spring/springtime
season:summer|夏天/夏/夏日/夏季|summer/summertime
season:autumn|秋天/秋/秋季/秋日/深秋|autumn/fall
season:winter|冬天/冬/冬季/冬日/雪景|winter/wintertime
mood:warm|温暖/温馨/治愈/幸福/快乐/欢乐/开心|warm/cozy/cosy/happy/joyful/cheerful/heartwarming
mood:cool|清冷/冷色/清新/清爽|cool/cold/fresh/crisp
mood:dreamy|梦幻/浪漫/童话/唯美/奇幻/可爱/童趣|dreamy/romantic/fairytale/fairy tale/magical/fantasy/whimsical/cute/lovely
mood:dark|神秘/恐怖/阴森/黑暗|mysterious/spooky/dark/scary/haunted/gloomy
mood:festive|节日/喜庆/热闹/过年/春节/新年/元宵节|festive/celebration/party/new year/spring festival/chinese new year
mood:quiet|安静/宁静/孤独/静谧/孤单|quiet/calm/peaceful/lonely/serene/tranquil/silent
style:flat|扁平/扁平风/扁平插画/矢量|flat/flat design/vector
style:papercut|剪纸/剪纸风/纸艺|paper cut/papercut/paper art/cut paper
style:watercolour|水彩/水彩画|watercolour/watercolor/aquarelle
style:ink|水墨/水墨画/国画/中国画|ink wash/ink painting/chinese painting/sumi-e/ink
style:riso|孔版/丝网印刷/波普|riso/risograph/halftone/pop art/screen print
style:line|线稿/线描/简笔画|line art/line drawing/outline drawing/sketch
style:pixel|像素/像素风/像素画|pixel art/pixel/8-bit
style:glass|彩色玻璃/玻璃画/彩绘玻璃|stained glass
style:neon|霓虹/霓虹灯/赛博朋克|neon/cyberpunk/synthwave
style:chalk|粉笔/粉笔画/黑板画|chalk/chalkboard/chalk drawing
style:stitch|刺绣/十字绣/绣花|embroidery/embroidered/cross stitch/needlework
style:oil|油画/印象派/厚涂|oil painting/oil/impressionist/impasto
`;

/** hex | Chinese | English */
export const colours = `
#e03a3a|红/红色/大红/鲜红|red/crimson/scarlet
#f58a1f|橙/橙色/橘色/橘黄色|orange
#f9cc2c|黄/黄色/金黄/金黄色/明黄|yellow
#3fa34d|绿/绿色/翠绿/草绿|green
#1fa8a0|青色/青绿色/蓝绿色|teal/turquoise/cyan
#2f7de1|蓝/蓝色/天蓝/天蓝色/湛蓝|blue/sky blue
#1f3f7a|深蓝/深蓝色/藏青|navy/dark blue
#8a4fc8|紫/紫色/紫红|purple/violet/lilac
#f27fb2|粉/粉色/粉红/粉红色|pink/rosy
#8a5a34|棕/棕色/褐色/咖啡色|brown
#34343c|黑/黑色/纯黑|black
#f5f3ee|白/白色/雪白/洁白|white
#8f959e|灰/灰色/银灰|gray/grey
#d9a520|金/金色|golden/gold
#c0c6d0|银/银色|silver
#f4e3c1|米色/米白|beige/cream
`;

/** factor | Chinese | English */
export const sizes = `
1.45|大/巨大/巨大的/高大/大大/超大/庞大|big/large/huge/giant/tall/enormous/great
0.66|小/小小/迷你/小巧/细小/矮小|small/little/tiny/mini/short
`;

/** count | Chinese | English */
export const numbers = `
1|一/1/一只/单/一个|a/an/one/the/single/1
2|二/两/2/双/一对/两个|two/2/pair of/a pair of/couple of/a couple of/both
3|三/3|three/3
4|四/4|four/4
5|五/5/几/一些|five/5/some/several/a few/few
6|六/6|six/6/half a dozen
7|七/7/许多/很多/一群/成群/无数/好多/众多/满|seven/7/many/lots of/a lot of/a group of/group of/flock of/a flock of/herd of/a herd of/numerous/bunch of
8|八/8|eight/8
9|九/9|nine/9
10|十/10|ten/10
12|十二/12|twelve/12/dozen/a dozen
`;

export const counters =
  '只个条头匹棵朵辆架艘座栋间位名群对本把张片颗盏杯盘碗顶件支根块幅串束轮株台列双道排堆瓶壶盆家口面枚';
