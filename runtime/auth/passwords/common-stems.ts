/**
 * Words that common passwords are made of: the stem of nearly every password in published lists (rockyou,
 * SecLists' 10-million list, the yearly top 200) that satisfies a policy of four classes.
 * `is-common-password.ts` says what is added to them. Letters only, lower case, as they are read after leet
 * spelling is undone.
 */
const words = `
  password passwort passwd pass passcode passphrase passer pasword parola contrasena contraseña senha motdepasse wachtwoord
  haslo heslo salasana losenord mypassword yourpassword thepassword newpassword passwordpassword passpass nopassword mypass
  newpass dbpassword adminpassword rootpassword userpassword passwordadmin defaultpassword temppassword welcome welcomeback
  bienvenue willkommen bienvenido benvenuto welkom bemvindo hello helloworld hellohello hallo bonjour hola ciao admin
  administrator administrador administrateur adminadmin root rootroot toor superuser sysadmin webmaster operator manager master
  supervisor guest user username demo test tester testing testtest temp temporary default secret topsecret private secure
  security access login logon signin letmein letmeinnow openup opensesame sesame changeme changeit changethis changenow
  pleasechange trustno trustnoone enter computer internet system server service database network windows linux ubuntu debian
  oracle mysql postgres postgresql mongodb redis docker kubernetes jenkins github gitlab google gmail yahoo hotmail outlook
  facebook twitter instagram youtube linkedin amazon microsoft apple samsung nokia android iphone cisco office company business
  enterprise corporate support helpdesk developer developers development production staging backup student teacher school
  college university qwerty qwertyuiop qwertyu qwertyui qwert qwer qwertz qwertzuiop azerty azertyuiop asdf asdfg asdfgh
  asdfghj asdfghjk asdfghjkl asdfasdf qwerqwer zxcv zxcvb zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc qweasd qweasdzxc qweqwe asdasd
  asdqwe zxczxc qwaszx poiuytrewq lkjhgfdsa mnbvcxz ytrewq abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij abcabc
  abcdabcd xyz aabbcc zyx iloveyou iloveu ilovegod ilovejesus ilovehim iloveher ilovemyself ilove lovely lover loveme lovelove
  loveyou love mylove truelove teamo tequiero tiamo jetaime forever always sweetheart sweetie honey darling baby babygirl
  babyboy babydoll angel angels heaven princess prince queen king kingking beautiful gorgeous handsome pretty sexy hottie cutie
  cupcake dragon dragons monkey monkeys football soccer baseball basketball hockey tennis volleyball softball rugby cricket
  golf golfer sunshine sunflower rainbow butterfly flower flowers rose roses daisy lily tulip violet orchid superman batman
  spiderman ironman superstar captain america hulk thor avengers wolverine deadpool joker matrix starwars startrek skywalker
  vader yoda jedi pokemon pikachu naruto minecraft fortnite roblox warcraft starcraft counterstrike callofduty playstation xbox
  nintendo zelda mario luigi sonic hellokitty tinkerbell mickey mickeymouse minnie disney snoopy garfield scooby scoobydoo
  spongebob patrick simpsons homer shadow ninja samurai pirate wizard warrior hunter ranger killer assassin sniper soldier
  viking gladiator knight phantom phoenix ghost tiger tigger lion eagle eagles falcon hawk panther jaguar cheetah leopard cobra
  python viper shark dolphin whale turtle penguin panda koala bear bears wolf wolves horse horses mustang pony unicorn puppy
  doggy kitten kitty kitkat cat cats dog dogs bulldog rabbit bunny mouse hamster snake spider scorpion buster max rocky bella
  charlie lucky lucy molly sadie bailey cooper coco ginger pepper peanut cookie cookies chocolate candy sugar cherry strawberry
  banana orange lemon pumpkin cheese butter pizza coffee whiskey vodka tequila budweiser heineken corona guinness marlboro
  cocacola pepsi nutella summer winter spring autumn fall january february march april may june july august september october
  november december sommer herbst fruhling frühling ete hiver printemps automne verano invierno primavera otono otoño estate
  inverno autunno zomer monday tuesday wednesday thursday friday saturday sunday today tomorrow yesterday weekend holiday
  christmas xmas halloween easter birthday happy happiness happyday newyear merrychristmas michael jennifer jessica ashley
  amanda daniel david robert william james john johnny joseph thomas christopher chris christian matthew andrew anthony joshua
  justin brandon nicholas nicole michelle melissa stephanie elizabeth samantha sarah sara rachel rebecca laura lauren heather
  danielle victoria vanessa natalie natasha alexander alexandra alexis alex andrea angela anna maria marie martin george jordan
  taylor tyler austin dallas dakota hannah madison olivia sophia sophie emma emily chloe grace isabella jasmine jonathan
  jackson justinbieber kevin brian eric steven stephen steve scott mark peter paul patricia richard ronaldo ronaldinho messi
  neymar beckham zidane carlos jose juan luis miguel antonio fernando alejandro roberto ricardo eduardo francisco gabriel
  rafael sebastian santiago diego pablo pedro manuel mohammed muhammad mohamed ahmed ali omar hassan fatima aisha krishna
  sairam ganesh rahul priya sunil rajesh kumar singh nguyen kim lee wang zhang ivan dmitri sergey natalia svetlana tatiana
  liverpool chelsea arsenal manchester manutd everton tottenham celtic barcelona realmadrid juventus milan intermilan roma
  napoli bayern dortmund schalke ajax feyenoord galatasaray fenerbahce besiktas benfica porto boca river corinthians flamengo
  palmeiras yankees redsox lakers celtics bulls cowboys steelers packers patriots raiders broncos giants dodgers cubs tigers
  warriors london paris berlin madrid rome moscow tokyo sydney melbourne toronto chicago boston newyork brooklyn texas
  california florida hawaii alaska arizona american australia austria brazil canada china colombia england france germany india
  indonesia ireland israel italy jamaica japan korea mexico pakistan philippines poland portugal russia scotland spain sweden
  turkey ukraine deutschland espana italia brasil polska rossiya liverpoolfc europa africa mercedes ferrari porsche lamborghini
  corvette camaro toyota honda yamaha suzuki kawasaki nissan subaru mazda volvo audi bmw volkswagen ford chevy chevrolet jeep
  harley harleydavidson ducati metallica nirvana slipknot greenday linkinpark eminem rihanna beyonce shakira madonna
  michaeljackson blink acdc ironmaiden jesus jesuschrist jesussaves christ godisgood god blessed blessing faith hope peace
  trinity church bible allah bismillah inshallah buddha freedom liberty justice victory champion champions winner success money
  dollar diamond diamonds golden gold silver platinum crystal purple yellow green blue black white red pink brown scarlet
  midnight moonlight starlight star stars moon sun sky ocean mountain forest thunder lightning storm hurricane tornado snow
  snowball fire ice water blaster maverick gateway explorer discovery voyager pioneer challenger apollo genesis galaxy universe
  nothing something whatever anything everything nobody someone fuckyou fuckoff fuckme fuck shit bullshit asshole bitch badass
  motherfucker bastard biteme suckit idiot stupid loser family mother father mommy daddy mama papa brother sister grandma
  grandpa friend friends bestfriend buddy lovers wife husband girlfriend boyfriend myfamily mybaby myangel mymother children
  asdfjkl blahblah blabla lalala hahaha haha lol lmao omg wtf xoxo ohmygod whatsup wassup letsgo gogogo hithere number
  numberone numbers magic merlin gandalf frodo aragorn hobbit narnia harrypotter hogwarts hermione gryffindor slytherin
  cinderella ariel elsa frozen barbie sailormoon dragonball dragonballz goku vegeta sasuke itachi luffy onepiece creative
  freestyle skateboard snowboard surfing fishing hunting racing karate kungfu taekwondo dancer dancing music musica guitar
  piano drummer singer rockstar rockandroll hiphop rapper gangster gangsta mafia boss chief marine navy army airforce military
  police fireman doctor nurse lawyer engineer corvet mustanggt trucker cowboy cowgirl bubba hotrod speedy turbo nitro zaq xsw
  cde vfr bgt nhy mju qaz wsx edc rfv tgb yhn ujm vodafone telecom telekom adminisp admintelecom turktelekom motorola undefined
  unknown null guru global aboy ab ba aab aabb theworldinyourhand querty footbal ubnt raspberry ubiquiti cloud azure digital
  marketing finance accounting
`;

/** Walks over the keyboard that need their digits, as typed without shift. */
const walks = `
  1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qaz2wsx3edc4rfv5tgb 2wsx3edc 2wsx3edc4rfv 3edc4rfv 3edc4rfv5tgb 4rfv5tgb 1qazxsw2
  1qazxsw23edc 1qazxsw23edcvfr4 zaq12wsx zaq12wsxcde3 zaq12wsxcde34rfv zaq1xsw2 zaq1xsw2cde3 zaq1xsw2cde3vfr4 1qaz1qaz
  1qaz1qaz1qaz zaq1zaq1 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i q1w2e3 q1w2e3r4 q1w2e3r4t5
  q1w2e3r4t5y6 q1w2e3r4t5y6u7 qwe123 qwer1234 qwe123asd qweasd123 qweasdzxc123 asd123 asdf1234 zxc123 zxcv1234 qwer1234asdf
  qwer1234zxcv 1234qwer 123qwe 123qweasd 123qweasdzxc 12qwaszx 1234qwerasdf 1234qwerasdfzxcv 12345qwert qwert12345 qwaszx12
  a1b2c3 a1b2c3d4 a1b2c3d4e5 a1b2c3d4e5f6 1a2b3c 1a2b3c4d 1a2b3c4d5e 1a2b3c4d5e6f abc123abc abc123def abc123xyz abcd1234abcd
  abc123abc123 aaa111aaa aa123456bb asd123asd qwe123qwe 123abc 123abc456def p0o9i8u7 p0o9i8u7y6 0p9o8i7u 5tgb6yhn 6yhn7ujm
  7ujm8ik 1z2x3c 1z2x3c4v 1z2x3c4v5b z1x2c3 z1x2c3v4 qazwsx123 qazwsxedc123 password1password welcome1welcome admin123admin
`;

/** Every stem. */
export const commonStems: ReadonlySet<string> = new Set(words.trim().split(/\s+/));

/** Every walk over the keyboard. */
export const keyboardWalks: ReadonlySet<string> = new Set(walks.trim().split(/\s+/));
