// People and beings that can be drawn. `face` heads get a body; `wear` gives its clothes and their colour.
export const people = `
girl|女孩/小女孩/姑娘/小姑娘/女生/少女/妹妹/女儿/小红帽|girl/little girl/daughter/sister/schoolgirl|g .85|wear=dress,#f26d85 who=woman
boy|男孩/小男孩/男生/少年/小伙子/弟弟/儿子|boy/little boy/son/brother/schoolboy|g .85|wear=shirt,#3f8fd2 who=man
child|孩子/小孩/小孩子/儿童/小朋友/娃娃/宝宝们|child/kid/children/kids|g .8|wear=shirt,#f0a53a who=person
baby|宝宝/婴儿/小宝宝|baby/infant/toddler|g .5|wear=shirt,#9ad0ec who=person
woman|女人/女士/妈妈/母亲/阿姨/美女/女子/妻子/新娘/姐姐|woman/women/lady/mother/mom/wife/bride/aunt|g 1|wear=dress,#7c5cc4 who=woman
man|男人/先生/爸爸/父亲/叔叔/男子/丈夫/新郎/哥哥|man/men/father/dad/husband/groom/uncle/gentleman|g 1|wear=shirt,#3a6ea5 who=man
person|人/人们/路人/朋友/旅人/旅行者/情侣/青年|person/people/friend/traveller/traveler/human/couple/tourist|g 1|wear=shirt,#2f8f83 who=person
old-man|老人/爷爷/老爷爷/外公/老头|old man/grandfather/grandpa/elder|g .95|wear=shirt,#6b7a4f who=man
old-woman|奶奶/老奶奶/外婆/老太太|old woman/grandmother/grandma/granny|g .92|wear=dress,#8a5a6e who=woman
astronaut|宇航员/航天员/太空人|astronaut/spaceman/cosmonaut|g .95|habitat=space wear=suit,#e6e6e6 bust
princess|公主|princess|g .95|wear=gown,#8b5fcf bust
prince|王子/国王|prince/king|g 1|wear=trousers,#3a6ea5 bust
ninja|忍者|ninja|g .95|wear=trousers,#3b2f52 bust
man-mage|魔法师/巫师/法师|wizard/mage/sorcerer/magician|g 1|wear=gown,#3569b8 bust
woman-mage|女巫/巫婆|witch|g 1|wear=gown,#6b3fa0 bust
woman-fairy|精灵/仙女/仙子|fairy/elf|l .7|
woman-merpeople|美人鱼/人鱼|mermaid/merperson|u .9|habitat=underwater
man-superhero|超人/超级英雄/英雄|superhero/hero|g 1|wear=trousers,#d63b4a bust
santa-claus|圣诞老人|santa/santa claus/father christmas|g .9|wear=shirt,#d92b3a
farmer|农民/农夫/农民伯伯|farmer|g 1|habitat=farm wear=trousers,#4a7bb5 bust
cook|厨师/大厨|cook/chef|g 1|habitat=kitchen wear=trousers,#f4f4f4 bust
police-officer|警察/警官|police officer/policeman/cop|g 1|habitat=city wear=trousers,#2b5fa8 bust
firefighter|消防员|firefighter/fireman|g 1|habitat=city wear=trousers,#c4203b bust
student|学生/毕业生|student/graduate|g .95|habitat=classroom wear=gown,#2b2b33 bust
teacher|老师/教师|teacher|g 1|habitat=classroom wear=trousers,#7c5a45 bust
health-worker|医生/护士/大夫|doctor/nurse|g 1|wear=trousers,#e8eef2 bust
artist|画家/艺术家|artist/painter|g 1|habitat=room wear=trousers,#c9a15f bust
singer|歌手/歌星|singer|g 1|habitat=stage wear=trousers,#3d2b52 bust
scientist|科学家|scientist|g 1|habitat=room wear=trousers,#eef2f5 bust
pilot|飞行员|pilot|g 1|wear=trousers,#2f3d55 bust
detective|侦探|detective/spy|g 1|habitat=city wear=trousers,#4a4a55 bust
man-vampire|吸血鬼|vampire|g 1|wear=gown,#2d2433 bust
office-worker|上班族/白领/职员|office worker/businessman/businesswoman|g 1|habitat=city wear=trousers,#33415c bust
guard|卫兵/士兵/骑士|guard/soldier/knight|g 1|wear=trousers,#c4203b bust
robot|机器人|robot/android|g .9|wear=metal,#b4acbc
ghost|幽灵/鬼/小鬼|ghost|l .6|
alien|外星人|alien|g .75|habitat=space wear=shirt,#6d5bd0
skull|骷髅/骷髅头|skull/skeleton|t .28|
clown-face|小丑|clown|g .95|wear=shirt,#f2b632
snowman|雪人|snowman/snow man|g .85|habitat=snow
teddy-bear|泰迪熊/玩具熊|teddy bear/teddy|t .42|habitat=room
jack-o-lantern|南瓜灯|jack-o-lantern/halloween pumpkin|t .35|
baby-angel|天使|angel/cupid|l .6|wear=gown,#ffffff
woman-dancing|舞者/舞女/跳舞的女人|dancer/ballerina|g 1|habitat=stage
`;
