// Animals that can be drawn: drawing, Chinese names, English names, place and height relative to a person of height 1, and further properties.
// `face`: the drawing is a head, and gets a body in these two colours.
export const animals = `
cat|猫/小猫/猫咪/花猫/橘猫/小猫咪/喵星人/家猫|cat/kitten/kitty/tabby|g .5|habitat=meadow head=.28,.2,.3
black-cat|黑猫|black cat|g .5|head=.28,.2,.3
dog|狗/小狗/狗狗/小狗狗/柴犬/金毛/土狗/汪星人/犬|dog/puppy/doggy/hound/shiba/corgi/retriever|g .52|habitat=meadow head=.26,.16,.3
poodle|贵宾犬/贵妇犬/泰迪犬|poodle|g .52|head=.3,.08,.3
rabbit|兔子/兔/小兔子/小兔/白兔/小白兔/野兔|rabbit/bunny/hare|g .42|habitat=meadow head=.72,.34,.34
fox|狐狸/小狐狸/狐|fox|g .55|habitat=forest face=#f98724,#fff1df
wolf|狼/野狼/灰狼|wolf|g .6|habitat=forest face=#8a8a8a,#d8d8d8
horse|马/小马/骏马/白马/黑马|horse/pony/stallion/mare|g 1.15|habitat=meadow head=.18,.2,.3 seat=.55,.42
unicorn|独角兽|unicorn|g .95|habitat=meadow face=#e9e2f2,#ffffff
deer|鹿/小鹿/梅花鹿/麋鹿/驯鹿|deer/fawn/stag/reindeer|g 1.05|habitat=forest head=.24,.3,.28 seat=.6,.5
bear|熊/小熊/棕熊/黑熊/狗熊|bear/bear cub/grizzly|g .85|habitat=forest face=#a56953,#d3a07e
polar-bear|北极熊/白熊|polar bear|g .85|habitat=snow face=#f4f4f4,#dfe6ee
panda|熊猫/大熊猫/小熊猫|panda|g .75|habitat=bamboo face=#3a3550,#f4f4f4
koala|考拉/树袋熊|koala|g .55|habitat=forest face=#9b9b9b,#dcdcdc
lion|狮子/雄狮/狮/小狮子|lion|g .85|habitat=savanna face=#f3ad61,#ffdea7
tiger|老虎/虎/小老虎/猛虎|tiger|g .75|habitat=forest head=.2,.35,.34 seat=.6,.3
leopard|豹子/豹/猎豹|leopard/cheetah/panther/jaguar|g .6|habitat=savanna
elephant|大象/象/小象|elephant|g 1.5|habitat=savanna seat=.6,.12 head=.3,.2,.35
giraffe|长颈鹿|giraffe|g 1.8|habitat=savanna
zebra|斑马|zebra|g 1.1|habitat=savanna
hippopotamus|河马|hippo/hippopotamus|g .9|habitat=river
rhinoceros|犀牛|rhino/rhinoceros|g 1|habitat=savanna
monkey|猴子/猴/小猴子|monkey|g .6|habitat=jungle head=.3,.2,.36
gorilla|大猩猩/猩猩|gorilla/ape|g .95|habitat=jungle
orangutan|红毛猩猩/猩猩妈妈|orangutan|g .8|habitat=jungle
kangaroo|袋鼠|kangaroo|g .95|habitat=savanna
pig|猪/小猪/猪猪|pig/piglet|g .55|habitat=farm
boar|野猪|boar|g .6|habitat=forest
cow|牛/奶牛/母牛/小牛|cow/calf|g .95|habitat=farm
ox|黄牛/公牛/耕牛|ox/bull|g 1|habitat=farm
water-buffalo|水牛|buffalo/water buffalo|g 1|habitat=field
ewe|羊/绵羊/小羊/羊羔|sheep/ewe/lamb|g .6|habitat=farm
goat|山羊|goat|g .6|habitat=mountain
ram|公羊|ram|g .65|habitat=mountain
chicken|母鸡/鸡|chicken/hen|g .36|habitat=farm face=#ffffff,#f2ece4
rooster|公鸡|rooster/cock|g .42|habitat=farm
baby-chick|小鸡|chick/baby chick|g .22|habitat=farm
duck|鸭子/小鸭子/小鸭/鸭|duck/duckling|w .32|habitat=lake
swan|天鹅/白天鹅|swan|w .5|habitat=lake
goose|鹅/大鹅/大雁|goose|g .5|habitat=farm
owl|猫头鹰|owl|g .42|habitat=forest head=.5,.15,.6
eagle|老鹰/鹰|eagle/hawk|y .45|habitat=mountain
parrot|鹦鹉|parrot|g .4|habitat=jungle
penguin|企鹅/小企鹅|penguin|g .6|habitat=snow head=.5,.14,.5
flamingo|火烈鸟|flamingo|g .85|habitat=lake
peacock|孔雀|peacock|g .75|habitat=garden
bird|鸟/小鸟/鸟儿/麻雀|bird/sparrow/robin/birdie|l .22|habitat=meadow
blackbird|乌鸦/喜鹊|crow/raven/blackbird/magpie|l .26|
dove|鸽子/白鸽/海鸥|dove/pigeon/seagull/gull|l .28|
bat|蝙蝠|bat|l .28|
turtle|乌龟/海龟/龟|turtle/tortoise|g .28|habitat=beach
frog|青蛙/小青蛙/蛙|frog/toad|g .3|habitat=lake face=#00d26a,#fcd53f
snake|蛇/小蛇|snake|g .3|habitat=jungle
lizard|蜥蜴/壁虎|lizard/gecko|g .3|habitat=desert
crocodile|鳄鱼|crocodile/alligator|g .55|habitat=river
dragon|龙/巨龙/中国龙/飞龙|dragon|g 1.4|habitat=mountain
t-rex|恐龙/霸王龙|dinosaur/t-rex/tyrannosaurus|g 1.6|habitat=jungle
sauropod|梁龙/长颈恐龙|brontosaurus/sauropod|g 1.9|habitat=jungle
fish|鱼/小鱼/鱼儿|fish|u .26|habitat=underwater
tropical-fish|热带鱼/金鱼/小丑鱼|tropical fish/goldfish/clownfish|u .26|habitat=underwater
blowfish|河豚|blowfish/pufferfish|u .3|habitat=underwater
shark|鲨鱼|shark|u .8|habitat=underwater
whale|鲸鱼/鲸/蓝鲸|whale|w 1.3|habitat=sea
dolphin|海豚|dolphin|w .7|habitat=sea
octopus|章鱼|octopus|u .55|habitat=underwater
squid|鱿鱼|squid|u .5|habitat=underwater
jellyfish|水母|jellyfish|u .45|habitat=underwater
crab|螃蟹/蟹|crab|g .24|habitat=beach
lobster|龙虾|lobster|g .3|habitat=beach
shrimp|虾|shrimp/prawn|u .24|habitat=underwater
seal|海豹/海狮|seal/sea lion|g .5|habitat=snow
otter|水獭|otter|g .42|habitat=river
beaver|河狸|beaver|g .42|habitat=river
butterfly|蝴蝶/蝶|butterfly/butterflies/moth|l .17|habitat=meadow
honeybee|蜜蜂|bee/honeybee/bumblebee|l .14|habitat=meadow
lady-beetle|瓢虫|ladybug/ladybird|g .1|habitat=meadow
beetle|甲虫|beetle|g .12|habitat=forest
ant|蚂蚁|ant|g .1|habitat=meadow
spider|蜘蛛|spider|g .16|habitat=forest
snail|蜗牛|snail|g .17|habitat=garden
bug|毛毛虫/虫子|caterpillar/bug/worm|g .14|habitat=garden
mouse|老鼠/小老鼠/鼠|mouse/mice/rat|g .2|habitat=room
hamster|仓鼠|hamster|g .26|habitat=room face=#f3ad61,#ffe4c2
hedgehog|刺猬|hedgehog|g .26|habitat=forest
chipmunk|松鼠/小松鼠|squirrel/chipmunk|g .3|habitat=forest
raccoon|浣熊|raccoon|g .48|habitat=forest face=#7d7d86,#cfcfd6
skunk|臭鼬|skunk|g .4|habitat=forest
badger|獾|badger|g .4|habitat=forest
sloth|树懒|sloth|g .5|habitat=jungle
camel|骆驼|camel|g 1.25|habitat=desert seat=.5,.2
llama|羊驼|llama/alpaca|g .95|habitat=mountain
donkey|驴/毛驴|donkey/mule|g .95|habitat=farm
turkey|火鸡|turkey|g .45|habitat=farm
phoenix-bird|凤凰|phoenix|y .7|
mammoth|猛犸象|mammoth|g 1.5|habitat=snow
bison|野牛|bison|g 1.1|habitat=savanna
moose|驼鹿|moose/elk|g 1.2|habitat=forest
`;
