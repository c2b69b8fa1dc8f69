// Plants, food and things in the sky.
export const nature = `
deciduous-tree|树/大树/小树/橡树/果树/苹果树/榕树|tree/oak/apple tree/maple tree|p 2.1|
evergreen-tree|松树/杉树/冷杉/柏树|pine/pine tree/fir/evergreen/spruce/cedar|p 2.1|
palm-tree|棕榈树/椰子树/椰树|palm/palm tree/coconut tree|p 2.1|habitat=beach
cherry-tree|樱花树/桃树/桃花树/樱花/桃花|cherry tree/cherry blossom tree/cherry blossoms/cherry blossom/sakura|p 2|
willow-tree|柳树/垂柳|willow/willow tree|p 2.1|
bamboo|竹子/竹|bamboo|p 1.9|
cactus|仙人掌|cactus/cacti|p .9|habitat=desert
christmas-tree|圣诞树|christmas tree/xmas tree|p 1.5|
potted-plant|盆栽/绿植|potted plant/houseplant/plant|t .45|habitat=room
bush|灌木/灌木丛|bush/shrub/hedge|p .5|
herb|草药/香草|herb|p .26|
seedling|幼苗/嫩芽/小苗|seedling/sprout|p .24|
four-leaf-clover|四叶草|four-leaf clover/clover/shamrock|p .2|
maple-leaf|枫叶/红叶|maple leaf|l .16|
fallen-leaf|落叶/树叶/叶子|fallen leaf/leaf/leaves/fallen leaves|l .14|
mushroom|蘑菇|mushroom/toadstool|p .22|habitat=forest
rose|玫瑰/玫瑰花|rose|p .34|
tulip|郁金香|tulip|p .32|
sunflower|向日葵|sunflower|p .6|
hibiscus|芙蓉花/扶桑|hibiscus|p .26|
lotus|莲花/荷花|lotus/water lily/lily|w .26|habitat=lake
blossom|花/花朵/小花/野花/鲜花/雏菊/菊花|flower/blossom/daisy/wildflower|p .24|
hyacinth|薰衣草/风信子|lavender/hyacinth|p .34|
bouquet|花束/一束花|bouquet/bunch of flowers|t .34|
grass|青草/小草|grass blades|p .16|
red-apple|苹果/红苹果|apple/red apple|t .2|habitat=table
green-apple|青苹果|green apple|t .2|habitat=table
pear|梨/梨子|pear|t .2|habitat=table
tangerine|橘子/橙子/柑橘|orange/tangerine/mandarin|t .19|habitat=table
lemon|柠檬|lemon|t .18|habitat=table
banana|香蕉|banana|t .22|habitat=table
watermelon|西瓜|watermelon|t .3|habitat=table
grapes|葡萄|grape/grapes|t .22|habitat=table
strawberry|草莓|strawberry|t .18|habitat=table
cherries|樱桃|cherry/cherries|t .18|habitat=table
peach|桃子/水蜜桃|peach|t .2|habitat=table
pineapple|菠萝/凤梨|pineapple|t .36|habitat=table
mango|芒果|mango|t .2|habitat=table
coconut|椰子|coconut|t .2|habitat=beach
kiwi-fruit|猕猴桃|kiwi|t .18|habitat=table
blueberries|蓝莓|blueberry/blueberries|t .17|habitat=table
tomato|西红柿/番茄|tomato|t .19|habitat=table
carrot|胡萝卜|carrot|t .26|habitat=table
ear-of-corn|玉米|corn|t .28|habitat=table
pumpkin|南瓜|pumpkin|t .34|
eggplant|茄子|eggplant|t .25|habitat=table
broccoli|西兰花|broccoli|t .22|habitat=table
potato|土豆|potato|t .18|habitat=table
egg|鸡蛋/蛋|egg|t .16|habitat=table
bread|面包/吐司|bread/toast/loaf|t .24|habitat=table
croissant|牛角包/可颂|croissant|t .2|habitat=table
cheese-wedge|奶酪/芝士|cheese|t .2|habitat=table
pizza|披萨/比萨|pizza|t .28|habitat=table
hamburger|汉堡/汉堡包|hamburger/burger|t .26|habitat=table
french-fries|薯条|french fries/fries/chips|t .26|habitat=table
hot-dog|热狗|hot dog|t .22|habitat=table
sandwich|三明治|sandwich|t .22|habitat=table
sushi|寿司|sushi|t .18|habitat=table
dumpling|饺子/包子|dumpling|t .18|habitat=table
steaming-bowl|面条/拉面/面/米线|noodles/ramen/noodle|t .28|habitat=table
cooked-rice|米饭|rice|t .24|habitat=table
spaghetti|意大利面|spaghetti/pasta|t .26|habitat=table
moon-cake|月饼|mooncake/moon cake|t .17|habitat=table
birthday-cake|生日蛋糕/蛋糕|cake/birthday cake|t .36|habitat=table
shortcake|小蛋糕|slice of cake/shortcake|t .24|habitat=table
cupcake|纸杯蛋糕|cupcake/muffin|t .22|habitat=table
doughnut|甜甜圈|doughnut/donut|t .2|habitat=table
cookie|饼干|cookie/biscuit|t .17|habitat=table
candy|糖果/糖|candy/sweet/sweets|t .16|habitat=table
lollipop|棒棒糖|lollipop|h .24|
chocolate-bar|巧克力|chocolate|t .2|habitat=table
soft-ice-cream|冰淇淋/甜筒|ice cream/ice cream cone|h .28|
popcorn|爆米花|popcorn|t .28|habitat=table
hot-beverage|咖啡/茶/热茶/一杯咖啡/茶杯/咖啡杯/杯子/热咖啡|coffee/tea/cup/cup of tea/cup of coffee/mug/hot drink|t .2|habitat=table
teapot|茶壶|teapot|t .26|habitat=table
bubble-tea|奶茶/珍珠奶茶|bubble tea/milk tea|h .28|habitat=table
glass-of-milk|牛奶|milk|t .24|habitat=table
wine-glass|红酒/酒杯|wine/wine glass|t .26|habitat=table
beer-mug|啤酒|beer|t .26|habitat=table
tropical-drink|果汁/饮料|juice/cocktail/drink|h .26|habitat=table
honey-pot|蜂蜜|honey|t .24|habitat=table
sun|太阳/烈日|sun|c .5|
full-moon|月亮/满月/圆月/明月|moon/full moon|c .4|
crescent-moon|弯月/月牙/新月|crescent moon/crescent|c .4|
star|星星/五角星|star/stars|c .12|
rainbow|彩虹|rainbow|c 1.2|
cloud|云/云朵/白云/乌云/云彩|cloud|c .3|
shooting-star|流星/流星雨|shooting star/meteor/shooting stars|c .3|
comet|彗星|comet|c .35|
ringed-planet|行星/土星/星球|planet/saturn/planets|c .6|habitat=space
globe-showing-asia-australia|地球|earth/globe|c .8|habitat=space
milky-way-band|银河|milky way/galaxy|c 1|habitat=space
cloud-with-lightning|闪电|lightning/thunder|c .4|
fire|火/火焰|fire/flame|t .4|
campfire|篝火/营火|campfire/bonfire|g .45|
snowflake|雪花|snowflake|l .14|
rock|石头/岩石|rock/stone/boulder|g .35|
wood|木头/木桩|wood/log/stump|g .3|
coral|珊瑚|coral|p .45|habitat=underwater
seaweed|海草/水草|seaweed/kelp|p .6|habitat=underwater
spiral-shell|贝壳/海螺|shell/seashell/conch|t .16|habitat=beach
nest-with-eggs|鸟窝/鸟巢|nest|t .2|
waterfall|瀑布|waterfall|m 2.6|habitat=mountain
iceberg|冰山|iceberg|w 1.4|habitat=sea seat=.5,.22
`;
