/**
 * Names of glyphs as code points: the Adobe Glyph List 2.0 where a name stands for one character, and the names of TeX's
 * symbol fonts. Its names and values are those of Adobe's list: Copyright 2002-2019 Adobe; BSD 3-Clause License.
 */

/**
 * Sorted; of each name how many letters it shares with the one before (base 36), the rest, and after "=" its code point in
 * base 36, left out where it is the one after the last.
 */
const packed = `
0A=1t 1E=5i 2acute=e4 2macron=de 2small=1cyu 1acute=5d 6small=1cyp 1breve=76 6acute=626 6cyrillic=y8 6dotbelow=62e 6grave=628 6hookabove=62a 6tilde=62c 1caron=ct 2ircle=792
5umflex=5e bacute=61w bdotbelow=624 bgrave=61y bhookabove=620 bsmall=1cyq btilde=622 2ute=1cqx 5small=1cxg 2yrillic=sw 1dblgrave=e8 2ieresis=5g 9cyrillic=ya 9macron=da 9small=1cys
2otbelow=61s 4macron=dc 1grave=5c 6small=1cyo 1hookabove=61u 1iecyrillic=yc 2nvertedbreve=ea 1lpha=pd 5tonos=p2 1macron=74 2onospace=1ee9 1ogonek=78 1ring=5h 5acute=e2 5below=5xc
5small=1cyt 1small=1cv5 1tilde=5f 6small=1cyr 1ybarmenian=10x 0B=1u 1circle=793 1dotaccent=5xe 4below=5xg 1ecyrillic=sx 2narmenian=10y 2ta=pe 1hook=ap 1linebelow=5xi
1monospace=1eea 1revesmall=1cs4 1small=1cv6 1topbar=aq 0C=1v 1aarmenian=11a 2cute=7a 2ron=1cqy 5small=1cs5 1caron=7g 2edilla=5j 8acute=5xk 8small=1cyv 2ircle=794 5umflex=7c 1dot=7e
4accent=7e 1edillasmall=1cxk 1haarmenian=11l 2eabkhasiancyrillic=xo 3cyrillic=tj 3descenderabkhasiancyrillic=xq ccyrillic=xi 4ieresiscyrillic=z8 3harmenian=11f
3khakassiancyrillic=y3 3verticalstrokecyrillic=xk 2i=pz 2ook=av 1ircumflexsmall=1cs6 1monospace=1eeb 1oarmenian=11t 1small=1cv7 0D=1w 1Z=dt 2caron=ck 1aarmenian=110 2frican=ax
1bar=7k 1caron=7i 2edilla=5xs 2ircle=795 5umflexbelow=5xu 2roat=7k 1dotaccent=5xm 4below=5xo 1ecyrillic=t0 2icoptic=ry 2lta=6py 5greek=pg 1hook=ay 1ieresis=1cqz 8Acute 8Grave
8small=1cx4 2gamma=rh 7greek=rg 1jecyrillic=si 1linebelow=5xq 1monospace=1eec 1otaccentsmall=1cs7 1slash=7k 2mall=1cv8 1topbar=az 1z=du 2caron=cl 2eabkhasiancyrillic=yo
3cyrillic=sl 2hecyrillic=sv 0E=1x 1acute=5l 6small=1cyx 1breve=7o 1caron=7u 2edillabreve=5y4 2harmenian=111 2ircle=796 5umflex=5m bacute=62m bbelow=5y0 bdotbelow=62u bgrave=62o
bhookabove=62q bsmall=1cyy btilde=62s 2yrillic=sk 1dblgrave=ec 2ieresis=5n 9small=1cyz 2ot=7q 4accent=7q 4below=62g 1fcyrillic=tg 1grave=5k 6small=1cyw 1harmenian=113 2ookabove=62i
1ightroman=6lj 2nvertedbreve=ee 2otifiedcyrillic=v8 1lcyrillic=t7 2evenroman=6lm 1macron=7m 7acute=5xy 7grave=5xw 2cyrillic=t8 2onospace=1eed 1ncyrillic=t9 2descendercyrillic=wy
2g=96 3hecyrillic=x0 2hookcyrillic=xz 1ogonek=7s 2pen=b4 1psilon=ph 7tonos=p4 1rcyrillic=tc 2eversed=b2 9cyrillic=tp 1scyrillic=td 2descendercyrillic=x6 2h=bt 2mall=1cv9 1ta=pj
3rmenian=114 3tonos=p5 2h=5s 3small=1cz4 2ilde=62k 6below=5y2 1uro=6gc 1zh=c7 3caron=dq 3reversed=c8 0F=1y 1circle=797 1dotaccent=5y6 1eharmenian=11y 2icoptic=ro 1hook=b5 1inv=6k2
2tacyrillic=vm 2veroman=6lg 1monospace=1eee 1ourroman=6lf 1small=1cva 0G=1z 1Bsquare=a6f 1acute=dw 2mma=pf 5african=b8 2ngiacoptic=ru 1breve=7y 1caron=di 2edilla=82 2ircle=798
5umflex=7w 2ommaaccent=82 1dot=80 4accent=80 1ecyrillic=sz 1hadarmenian=11e 2emiddlehookcyrillic=wk 3strokecyrillic=wi 3upturncyrillic=wg 2ook=b7 1imarmenian=10z 1jecyrillic=sj
1macron=5y8 2ir=6kh 2onospace=1eef 1rave=1cr2 5small=1cv4 1small=1cvb 6hook=ij 2troke=dg 0H=20 118533=7gv 443=7fu 451 122073=7fl 1Psquare=a8b 1aabkhasiancyrillic=x4
2descendercyrillic=xe 2rdsigncyrillic=tm 1bar=86 2revebelow=5yi 1cedilla=5yg 2ircle=799 5umflex=84 1dieresis=5ye 2otaccent=5ya 4below=5yc 1monospace=1eeg 1oarmenian=11c
2ricoptic=rs 1small=1cvc 1ungarumlaut=1cr3 csmall=1cs8 1zsquare=a6o 0I=21 1Acyrillic=tr 1J=8i 1Ucyrillic=tq 1acute=5p 6small=1cz1 1breve=8c 1caron=cv 2ircle=79a 5umflex=5q
bsmall=1cz2 2yrillic=sm 1dblgrave=eg 2ieresis=5r 9acute=5ym 9cyrillic=ys 9small=1cz3 2ot=8g 4accent=8g 4below=62y 1ebrevecyrillic=ye 2cyrillic=t1 1fractur=6j5 4ktur=6j5 1grave=5o
6small=1cz0 1hookabove=62w 1icyrillic=t4 2nvertedbreve=ei 2shortcyrillic=t5 1macron=8a 7cyrillic=yq 2onospace=1eeh 1niarmenian=117 1ocyrillic=sh 2gonek=8e 2ta=pl 4african=ba
4dieresis=q2 4tonos=p6 1small=1cvd 2troke=bb 1tilde=88 6below=5yk 1zhitsacyrillic=vo 7dblgravecyrillic=vq 0J=22 1aarmenian=11d 1circle=79b 5umflex=8k 1ecyrillic=so 1heharmenian=11n
1monospace=1eei 1small=1cve 0K=23 1Bsquare=a6d 1Ksquare=a8d 1abashkircyrillic=ww 2cute=5yo 3yrillic=t6 2descendercyrillic=wq 2hookcyrillic=xv 2ppa=pm 2strokecyrillic=wu
2verticalstrokecyrillic=ws 1caron=dk 2edilla=8m 2ircle=79c 2ommaaccent=8m 1dotbelow=5yq 1eharmenian=11w 2narmenian=11b 1hacyrillic=th 2eicoptic=rq 2ook=bc 1jecyrillic=ss
1linebelow=5ys 1monospace=1eej 1oppacyrillic=w0 5greek=ri 1sicyrillic=vi 2mall=1cvf 0L=24 1J=cn 1L=1cqn 1acute=8p 2mbda=pn 1caron=8t 2edilla=8r 2ircle=79d 5umflexbelow=5z0
2ommaaccent=8r 1dot=8v 4accent=8v 4below=5yu 9macron=5yw 1iwnarmenian=118 1j=co 2ecyrillic=sp 1linebelow=5yy 1monospace=1eek 1slash=8x 6small=1cs9 2mall=1cvg 0M=25 1Bsquare=a6e
1acron=1cr4 6small=1cxb 3ute=5z2 1circle=79e 1dotaccent=5z4 4below=5z6 1enarmenian=11g 1monospace=1eel 1small=1cvh 1turned=bg 1u=po 0N=26 1J=cq 1acute=8z 1caron=93 2edilla=91
2ircle=79f 5umflexbelow=5ze 2ommaaccent=91 1dotaccent=5z8 4below=5za 1g=96 1hookleft=bh 1ineroman=6lk 1j=cr 2ecyrillic=sq 1linebelow=5zc 1monospace=1eem 1owarmenian=11i 1small=1cvi
1tilde=5t 6small=1cz5 1u=pp 0O=27 1E=9e 2small=1csa 1acute=5v 6small=1cz7 1barredcyrillic=yw 7dieresiscyrillic=yy 2reve=9a 1caron=cx 2enteredtilde=bj 2ircle=79g 5umflex=5w
bacute=634 bdotbelow=63c bgrave=636 bhookabove=638 bsmall=1cz8 btilde=63a 2yrillic=ta 1dblacute=9c 4grave=ek 2ieresis=5y 9cyrillic=yu 9small=1cza 2otbelow=630 1goneksmall=1csb
2rave=5u 6small=1cz6 1harmenian=11x 2m=6jq 2ookabove=632 3rn=bk 5acute=63e 5dotbelow=63m 5grave=63g 5hookabove=63i 5tilde=63k 2ungarumlaut=9c 1i=bm 2nvertedbreve=em 1macron=98
7acute=5zm 7grave=5zk 2ega=6jq 5cyrillic=v4 5greek=q1 5inv=6jr 5roundcyrillic=vu 5titlocyrillic=vw 6onos=pb 2icron=pr 7tonos=p8 2onospace=1een 1neroman=6lc 1ogonek=dm 7macron=do
2pen=au 1slash=60 6acute=e6 6small=1czc 2mall=1cvj 2trokeacute=e6 1tcyrillic=vy 2ilde=5x 6acute=5zg 6dieresis=5zi 6small=1cz9 0P=28 1acute=5zo 1circle=79h 1dotaccent=5zq
1ecyrillic=tb 2harmenian=11m 2middlehookcyrillic=x2 1hi=py 2ook=bo 1i=ps 2wrarmenian=11v 1monospace=1eeo 1si=q0 3cyrillic=vk 2mall=1cvk 0Q=29 1circle=79i 1monospace=1eep
1small=1cvl 0R=2a 1aarmenian=11o 2cute=9g 1caron=9k 2edilla=9i 2ircle=79j 2ommaaccent=9i 1dblgrave=eo 2otaccent=5zs 4below=5zu 9macron=5zw 1eharmenian=11s 1fractur=6jg 4ktur=6jg
1ho=pt 1ingsmall=1csc 3vertedbreve=eq 1linebelow=5zy 1monospace=1eeq 1small=1cvm 6inverted=ht esuperior=ja 0S=2b 1F010000=7bg 320000=7bo 330000=7bk 340000=7bs 350000=7cs 360000=7cc
370000=7ck 380000=7bw 390000=7c4 2100000=7b4 310000=7b6 390000=7dt 2200000 310000=7di 320000=7dh 330000=7dv 340000=7dd 350000=7dj 360000=7dp 370000=7do 380000=7dn 2360000=7dq
370000 380000=7dm 390000=7dg 2400000=7e1 310000=7dy 320000=7ds 330000=7dc 340000=7e4 350000=7dz 360000 370000=7dw 380000 390000=7dl 2500000=7dk 310000=7de 320000 330000=7e3
340000=7e2 1acute=9m 6dotaccent=604 2mpigreek=rk 1caron=9s 6dotaccent=606 6small=1csd 2edilla=9q 2hwa=b3 5cyrillic=yg 5dieresiscyrillic=yi 2ircle=79k 5umflex=9o 2ommaaccent=ew
1dotaccent=600 4below=602 9dotaccent=608 1eharmenian=11p 2venroman=6li 1haarmenian=11j 3cyrillic=tk 2chacyrillic 2eicoptic=rm 2hacyrillic=xm 2imacoptic=rw 1igma=pv 2xroman=6lh
1monospace=1eer 1oftsigncyrillic=to 1small=1cvn 1tigmagreek=re 0T=2c 1au=pw 1bar=9y 1caron=9w 2edilla=9u 2ircle=79l 5umflexbelow=60g 2ommaaccent=9u 1dotaccent=60a 4below=60c
1ecyrillic=te 2descendercyrillic=x8 2nroman=6ll 2tsecyrillic=xg 1heta=pk 2ook=bw 3rn=66 5small=1czi 2reeroman=6le 1ildesmall=1cse 2wnarmenian=11r 1linebelow=60e 1monospace=1ees
1oarmenian=115 2nefive=cc 4six=as 4two=br 1retroflexhook=by 1secyrillic=ti 2hecyrillic=sr 2mall=1cvo 1welveroman=6ln 2oroman=6ld 0U=2d 1acute=62 6small=1cze 1breve=a4 1caron=cz
2ircle=79m 5umflex=63 bbelow=60m bsmall=1czf 2yrillic=tf 1dblacute=a8 4grave=es 2ieresis=64 9acute=d3 9below=60i 9caron=d5 ayrillic=z4 9grave=d7 9macron=d1 9small=1czg 2otbelow=63o
1grave=61 6small=1czd 1hookabove=63q 3rn=bz 5acute=63s 5dotbelow=640 5grave=63u 5hookabove=63w 5tilde=63y 2ungarumlaut=a8 dcyrillic=z6 1invertedbreve=eu 1kcyrillic=vs 1macron=a2
7cyrillic=z2 7dieresis=60q 2onospace=1eet 1ogonek=aa 1psilon=px 71=r6 7acutehooksymbolgreek 8frican=c1 7dieresis=q3 fhooksymbolgreek=r8 7hooksymbol=r6 7tonos=pa 1ring=a6
1shortcyrillic=su 2mall=1cvp 2traightcyrillic=xa 9strokecyrillic=xc 1tilde=a0 6acute=60o 6below=60k 0V=2e 1circle=79n 1dotbelow=60u 1ecyrillic=sy 2warmenian=11q 1hook=c2
1monospace=1eeu 1oarmenian=11k 1small=1cvq 1tilde=60s 0W=2f 1acute=60y 1circle=79o 5umflex=ac 1dieresis=610 2otaccent=612 4below=614 1grave=60w 1monospace=1eev 1small=1cvr 0X=2g
1circle=79p 1dieresis=618 2otaccent=616 1eharmenian=119 1i=pq 1monospace=1eew 1small=1cvs 0Y=2h 1acute=65 6small=1czh 2tcyrillic=v6 1circle=79q 5umflex=ae 1dieresis=ag 9small=1czj
2otaccent=61a 4below=644 1en=4l 2ricyrillic=tn 3udieresiscyrillic=zc 1grave=642 1hook=c3 5above=646 1iarmenian=11h 2cyrillic=sn 2wnarmenian=11u 1monospace=1eex 1small=1cvt
1tilde=648 1usbigcyrillic=ve 6iotifiedcyrillic=vg 3littlecyrillic=va 9iotifiedcyrillic=vc 0Z=2i 1aarmenian=112 2cute=ah 1caron=al 6small=1csf 2ircle=79r 5umflex=61c 1dot=aj
4accent=aj 4below=61e 1ecyrillic=t3 2descendercyrillic=wo 3ieresiscyrillic=ym 2ta=pi 1hearmenian=116 3brevecyrillic=xt 3cyrillic=t2 3descendercyrillic=wm 4ieresiscyrillic=yk
1linebelow=61g 1monospace=1eey 1small=1cvu 2troke=c5 0a=2p 1abengali=1vq 2cute=69 2deva=1s6 2gujarati=22u 4rmukhi=1za 2matragurmukhi=20u 2rusquare=a2r 2vowelsignbengali=1xa
bdeva=1tq bgujarati=24e 1bbreviationmarkarmenian=127 csigndeva=1v4 2engali=1vp 2opomofo=9p6 2reve=77 6acute=627 6cyrillic=y9 6dotbelow=62f 6grave=629 6hookabove=62b 6tilde=62d
1caron=cu 2ircle=79s 5umflex=6a bacute=61x bdotbelow=625 bgrave=61z bhookabove=621 btilde=623 2ute=50 5belowcmb=lz 5cmb=ld 6omb=ld 5deva=1uc 5lowmod=jz 5tonecmb=n5 2yrillic=ts
1dblgrave=e9 2dakgurmukhi=229 2eva=1s5 2ieresis=6c 9cyrillic=yb 9macron=db 2otbelow=61t 4macron=dd 1e=6e 2acute=e5 2korean=9qo 2macron=df 1fii00208=6c5 58941=6g4 410017=sw 88 89
720 81 82 83=sh 84=t2 85 86 87 88 89 730 81 82 83 84 85 86 87 88 89 740 81 82 83 84 85 86 87 88 89 750=wg 81=si 82 83 84 85 86 87 88 89 760 81 82=su 83=1cqs 84 85=ts 86 87 88 89
770 81=up 82=ty 83 84 85 86 87 88 89 780 81 82 83 84 85 86 87 88 89 790 81 82 83 84 85 86 87 88=wh 89=uq 6100 81 82 83 84 85 86 87 88 89 710=v2 745=sv 86=v6 87=vm 88=vo 792=1cqu
83=v3 84=v7 85=vn 86=vp 6831=1cqv 82 746=yh 4299=6by 4300 61=6bx 457381=19m 88=170 792=19c 83 84 85 86 87 88 89 6400 81 83=17f 87=17j 89=17l 710 81 82 83 84 85 86 87 88 89 720 81
82 83 84 85 86 87 88 89 730 81 82 83 84 740=18g 81 82 83 84 85 86 88=18o 89 750 81 82 83 84 85 86 87 88 770=18n 6505=1b8 86=1a6 87=1ae 88=1aw 89=1bj 711=1a1 82=1ag 83=1ap 84=1bu
89=1ci 734=1cl 6636=6ga 745=14u 758=14z 764=15c 85 86 87 88 89 770 81 82 83 84 85 86 87 88 89 780 81 82 83 84 85 86 87 88 89 790 84=1dm2 85 6700=1dmz 85=1dlr 716=168 87 88 723=1dmd
793=14k 84 85 86=14r 87=14o 88=14n 89=14g 6800=14i 81=14h 82=14j 83=14y 84=14x 86=14p 87=14s 739 741=14v 82 6929=jg 461248=6it 789=6j7 6352=6ja 6573=6cs 84 85 6664=6bw 53167=19p
54937=jh 1grave=68 2ujarati=22t 3rmukhi=1z9 1hiragana=9j6 2ookabove=61v 1ibengali=1w0 3opomofo=9pa 2deva=1sg 2ecyrillic=yd 2gujarati=234 4rmukhi=1zk 2matragurmukhi=214 2narabic=189
3finalarabic=1ebu 3initialarabic 3medialarabic 3vertedbreve=eb 2vowelsignbengali=1xk bdeva=1u0 bgujarati=24o 1katakana=9lu 9halfwidth=1egh 2orean=9qn 1lef=15c 4arabic=17r
4dageshhebrew=1dm8 4finalarabic=1ea6 4hamzaabovearabic=17n efinalarabic=1e9w 9belowarabic=17p efinalarabic=1ea0 5ebrew=15c 4lamedhebrew=1dn3 4maddaabovearabic=17m efinalarabic=1e9u
6ksuraarabic=18p bfinalarabic=1ecw binitialarabic=1ecz bmedialarabic 4patahhebrew=1dm6 4qamatshebrew 3ph=6k5 2lequal=6rw 2pha=q9 5tonos=q4 2tselector=16o2 1macron=75 2onospace=1ef5
2persand=12 9monospace=1edi 9small=1cti 2square=a82 1nbopomofo=9pe 2gbopomofo=9pg 4racketleft=7vs aright 3khankhuthai=2u2 3le=6qo 5bracketleft=9hk gvertical=1e7z cright=9hl
hvertical=1e80 5left=6y1 5right 3strom=6jv 2oteleia=p3 2ticlockwise=7w2 2udattadeva=1ua 3svarabengali=1vm 8deva=1s2 8gujarati=22q 1ogonek=79 1paatosquare=a2o 3ren=78c
2ostrophearmenian=122 amod=jg 2ple=1d6n 3roaches=6s0 5xequal=6rs borimage=6s2 6imatelyequal=6rp 6orequal=6ru 1raeaekorean=9se 5korean=9sd 2c=6xe 3hleftdown=6nq 4rightdown
2ighthalfring=61m 3ng=6d 5acute=e3 5below=5xd 2rowboth=6ms 9v 5dashdown=6oz 9left=6ow 9right=6oy 9up=6ox 6blboth=6ok cv 8down=6oj 8left=6og 8right=6oi 8up=6oh 6own=6mr 9left=6mx
9right=6mw 9white=6p5 5headdownmod=jp 9leftmod=jm 9rightmod 9upmod 6orizex=1d5z 5left=6mo 9bothalf=6nx 9dbl=6og cstroke=6od 9overright=6o6 9tophalf=6nw 9white=6p2 5northeast=6mv
awest=6mu 5parrleftright=6o6 9rightleft=6o4 5right=6mq abothalf=6o1 adblstroke=6of aheavy=7tq aoverleft=6o4 atophalf=6o0 awhite=6p4 5southeast=6mw awest 5tableft=6p0 8right
7illeft=6n6 9right 6ripleleft=6oq bright 5up=6mp 7dn=6mt 9bse=6nc 8ownbase=6nc 7left=6mu bofdown=6o5 7right=6mv 7white=6p3 5vertex=1d5y 1scendercompwordmark=16oa 3iicircum=2m
bmonospace=1ef2 5tilde=3i amonospace=1efy 3ript=gh 7turned 2mallhiragana=9j5 6katakana=9lt ehalfwidth=1eg7 2terisk=16 8altonearabic=19p 9rabic=19p 8centered=6qf 8math=6qf
9onospace=1edm 8small=1e8x 7m=6de 2uperior=1crt 2ymptoticallyequal=6rn 1t=1s 2ilde=6b 2monospace=1ee8 2small=1e97 2urned=gg 1ubengali=1w4 3opomofo=9pc 2deva=1sk 2gujarati=238
4rmukhi=1zo 2lengthmarkbengali=1xz 2matragurmukhi=218 2vowelsignbengali=1xo bdeva=1u4 bgujarati=24s 1vagrahadeva=1tp 1ybarmenian=129 2in=15u 4altonehebrew=1dls 4hebrew=15u 0b=2q
1abengali=1ws 2ckslash=2k 9monospace=1ef0 2deva=1t8 2gujarati=23w 4rmukhi=20c 2hiragana=9kg 3tthai=2tb 2katakana=9n4 2r=3g 3dbl=6qt 3monospace=1efw 1bopomofo=9ol 1circle=79t
1dotaccent=5xf 4below=5xh 1eamedsixteenthnotes=7l8 2cause=6r9 3yrillic=tt 2harabic=17s 3finalarabic=1ea8 3initialarabic 4ragana=9kp 3medialarabic=1eaa 5eminitialarabic=1dwf
8solatedarabic=1ds8 3noonfinalarabic=1dv1 2katakana=9nd 2narmenian=12a 2t=15d 3a=qa 4symbolgreek=r4 3dagesh=1dm9 9hebrew=1dm9 3h=6k6 4ebrew=15d 3rafehebrew=1dn0 3ween=6ss
1habengali=1wt 3deva=1t9 3gujarati=23x 5rmukhi=20d 2ook=gj 1ihiragana=9kj 2katakana=9n7 2labialclick=ig 2ndigurmukhi=1z6 2rusquare=a41 1lackcircle=7gv 5diamond=7gm
6ownpointingtriangle=7gc 5leftpointingpointer=7gk htriangle=7gg 7nticularbracketleft=9hs qvertical=1e7v mright=9ht rvertical=1e7w 6owerlefttriangle=7hf arighttriangle=7he
5rectangle=7fw 6ightpointingpointer=7ga itriangle=7g6 5smallsquare=7fu 7ilingface=7jv 6quare=7fk 6tar=7id 5upperlefttriangle=7hg arighttriangle 8ointingsmalltriangle=7g4
ftriangle=7g2 3nk=74z 2inebelow=5xj 2ock=7ew 1monospace=1ef6 1obaimaithai=2sa 2hiragana=9ks 2katakana=9ng 1paren=78d 1qsquare=a83 1raceex=1d6c 5left=3f 9bt=1d6b 9mid=1d6a
aonospace=1efv 9small=1e8r 9tp=1d69 9vertical=1e7r 5right=3h abt=1d6m amid=1d6l bonospace=1efx asmall=1e8s atp=1d6k avertical=1e7s 4ketleft=2j bbt=1d68 bex=1d67 bmonospace=1eez
btp=1d66 7right=2l cbt=1d6j cex=1d6i cmonospace=1ef1 ctp=1d6h 2eve=k8 5belowcmb=mm 5cmb=li 5invertedbelowcmb=mn dcmb=lt ddoublecmb=o1 2idgebelowcmb=mi 6invertedbelowcmb=my
2okenbar=4m 1stroke=ao 2uperior=1cru 1topbar=ar 1uhiragana=9km 2katakana=9na 2llet=6ci 6inverse=7h4 6operator=6qh 4seye=7gu 0c=2r 1aarmenian=12m 2bengali=1wa 2cute=7b 2deva=1sq
2gujarati=23e 4rmukhi=1zu 2lsquare=a6g 2ndrabindubengali=1vl bcmb=ls bdeva=1s1 bgujarati=22p 2pitalcompwordmark=16o9 3slock=6p6 2reof=6it 3on=jr 5belowcmb=mk 5cmb=lo
3riagereturn=6np 1bopomofo=9p4 1caron=7h 2edilla=6f 8acute=5xl 2ircle=79u 5umflex=7d 2url=gl 1dot=7f 4accent=7f 2square=a85 1edilla=54 7cmb=mf 2ilingleft=6x4 7right 2nt=4i
4igrade=6ir 5nferior=1crj 4monospace=1ejk 4oldstyle=1cwy 4superior=1crk 1haarmenian=12x 3bengali=1wb 3deva=1sr 3gujarati=23f 5rmukhi=1zv 2bopomofo=9p0 2eabkhasiancyrillic=xp
3ck=7pv 5mark=7pv 4yrillic=uf 3descenderabkhasiancyrillic=xr ccyrillic=xj 4ieresiscyrillic=z9 3harmenian=12r 3khakassiancyrillic=y4 3verticalstrokecyrillic=xl 2i=qv
3euchacirclekorean=9yv 8parenkorean=9w7 7circlekorean=9yh 7korean=9qi 7parenkorean=9vt 2ochangthai=2ru 7thai=2rs 5ingthai 5oethai=2rw 3ok=aw 1ieucacirclekorean=9yu 6parenkorean=9w6
5circlekorean=9yg 5korean=9qg 5parenkorean=9vs 5uparenkorean=9wc 2rcle=7gr 6R=4u 6S=79k 6asterisk=6u3 6copyrt=6hp 6divide=6u0 7ot 6equal=6u4 6minus=6ty 7ultiply 6ot=6u1 6plus=6tx
7ostalmark=9iu 6ring=6u2 6withlefthalfblack=7gw arighthalfblack 4umflex=jq abelowcmb=ml acmb=le 1lear=6xz 2ickalveolar=ci 5dental=cg 5lateral 5retroflex=cj 2ockwise=7w3 2ub=7kz
4suitblack=7kz 8white=7l3 1mcubedsquare=a78 2onospace=1ef7 2squaredsquare=a74 1oarmenian=135 2lon=1m 5monetary=6g1 8ospace=1ee2 5sign=6g1 6mall=1e8l 5triangularhalfmod=k1 fmod=k0
2mma=18 5abovecmb=lv arightcmb=lx 6ccent=1cqr 6rabic=170 7menian=125 5inferior=1crl 5monospace=1edo 5reversedabovecmb=lw dmod=jh 5small=1e8g 6uperior=1crm 5turnedabovecmb=lu
bmod=jf 3pass=7jw 4lement=6pt 4wordmark=6bw 2ngruent=6rp 3tourintegral=6r2 4rol=6wz 7ACK=6 7BEL 8S 7CAN=o 8R=d 7DC1=h 92 93 94 8EL=3j 8LE=g 7EM=p 8NQ=5 8OT=4 8SC=r 8TB=n 9X=3 7FF=c
8S=s 7GS 7HT=9 7LF 7NAK=l 7RS=u 7SI=f 8O=e 9T=2 8TX=1 8UB=q 8YN=m 7US=v 7VT=b 2product=8cf 3yright=4p 9sans=1d61 aerif=1crd 2rnerbracketleft=9ho hhalfwidth=1eg2 hvertical=1e81
dright=9hp ihalfwidth=1eg3 ivertical=1e82 3porationsquare=a67 2square=a87 2verkgsquare=a86 1paren=78e 1ruzeiro=6g2 1stretched=if 1urlyand=6vj 5left=6nf 5or=6vi 5right=6ng 3rency=4k
1wm=6bw 1yrBreve=1cr5 3Flex 3breve=1cr8 3flex 0d=2s 1aarmenian=12c 2bengali=1wm 2darabic=186 3eva=1t2 3finalarabic=1ebi 3initialarabic 3medialarabic 2gesh=14s 6hebrew=14s 3ger=6cg
6dbl 3ujarati=23q 4rmukhi=206 2hiragana=9k0 2katakana=9mo 2larabic=17z 3et=15f 5dagesh=1dmb bhebrew=1dmb 5h=6k8 6ebrew=15f 3finalarabic=1eay 2mmaarabic=18v 5lowarabic=18v
5tanaltonearabic=18s 9rabic=18s 2nda=1us 2rgahebrew=147 5lefthebrew=147 2siapneumatacyrilliccmb=w5 1bar=7l 2lGrave=1cr7 3anglebracketleft=9hm jvertical=1e7x fright=9hn
kvertical=1e7y 4rchinvertedbelowcmb=mj 5rowdwn=6oa 8headleft=6n2 cright=6n4 8left=6ok 8right=6oi 8up=6o8 3bracketleft=7vq aright 3danda=1ut 3grave=1cra 8cmb=lr 3integral=6r0
3lowline=6c7 acmb=mr 3overlinecmb=n3 3primemod=je 3verticalbar=6c6 blineabovecmb=lq 2opomofo=9op 2square=a88 1caron=7j 2edilla=5xt 2ircle=79v 5umflexbelow=5xv 2roat=7l
1dabengali=1wh 3deva=1sx 3gujarati=23l 5rmukhi=201 3larabic=1ag 4finalarabic=1dop 2dhadeva=1uk 2habengali=1wi 4deva=1sy 4gujarati=23m 6rmukhi=202 2otaccent=5xn 4below=5xp
1ecimalseparatorarabic=19n gpersian=19n 3yrillic=tw 2fines=6sc 2gree=4w 2hihebrew=14d 4ragana=9k7 2icoptic=rz 2katakana=9mv 2leteleft=6y3 6right=6xy 3ta=qc 5turned=b1
2nominatorminusonenumeratorbengali=1yw 2zh=is 1habengali=1wn 3deva=1t3 3gujarati=23r 5rmukhi=207 2ook=gn 1ialytikatonos=p1 ecmb=n8 3mond=7l2 7math=6v8 7solid=7l2 8uitwhite=7ky
2eresis=4o 8acute=1crb 8belowcmb=mc 8cmb=lk 8grave=1crc 8tonos=p1 2fference=6rz 2hiragana=9k2 2katakana=9mq 2ttomark=9hf 2vide=6v 6multiply=6vb 6s=6qr 4sionslash=6qd 1jecyrillic=uq
1kshade=7f7 1linebelow=5xr 2square=a6v 1macron=7l 2onospace=1ef8 1nblock=7es 1ochadathai=2ry 2dekthai=2s4 2hiragana=9k9 2katakana=9mx 2llar=10 6inferior=1crn 6monospace=1edg
6oldstyle=1ctg 6small=1e95 7uperior=1cro 2ng=6gb 2rusquare=a3q 2taccent=k9 9cmb=lj 3belowcmb=mb 9omb=mb 3katakana=9ob 3lessi=8h 7j=1cqm 8strokehook=hw 3math=6v9 3plus=6qc
3tedcircle=7gs 2ubleyodpatah=1dlr ehebrew=1dlr 2wnfall=6vi 4slope=8ah 4tackbelowcmb=m6 8mod=k5 1paren=78f 1superior=1crv 1tail=gm 2opbar=b0 1uhiragana=9k5 2katakana=9mt 1z=dv
2altone=ir 2caron=cm 3url=it 2eabkhasiancyrillic=yp 3cyrillic=ut 2hecyrillic=v3 0e=2t 1acute=6h 2rth=7k1 1bengali=1vz 2opomofo=9p8 2reve=7p 1candradeva=1sd 7gujarati=231
7vowelsigndeva=1tx ggujarati=24l 3ron=7v 2edillabreve=5y5 2harmenian=12d 3yiwnarmenian=13b 2ircle=79w 5umflex=6i bacute=62n bbelow=5y1 bdotbelow=62v bgrave=62p bhookabove=62r
btilde=62t 2yrillic=us 1dblgrave=ed 2eva=1sf 2ieresis=6j 2ot=7r 4accent=7r 4below=62h 1egurmukhi=1zj 2matragurmukhi=213 1fcyrillic=uc 1grave=6g 2ujarati=233 1harmenian=12f
2bopomofo=9p9 2iragana=9jc 2ookabove=62j 1ibopomofo=9pb 2ght=1k 5arabic=19k 5bengali=1ym 5circle=76v binversesansserif=7td 5deva=1v2 5eencircle=775 8paren=77p 9eriod=789
5gujarati=25q 7rmukhi=226 5hackarabic=19k 7ngzhou=9ig 6notebeamed=7l7 5ideographicparen=9wn 6nferior=6fc 5monospace=1ee0 5oldstyle=1cu0 5paren=77f 6eriod=77z 8sian=1dk 5roman=6lz
5superior=6ew 5thai=2u0 2nvertedbreve=ef 2otifiedcyrillic=v9 1katakana=9m0 9halfwidth=1egk 2onkargurmukhi=22c 3rean=9qs 1lcyrillic=u3 2ement=6q0 3vencircle=76y 6paren=77i
7eriod=782 6roman=6m2 2lipsis=6cm 8vertical=6we 1macron=7n 7acute=5xz 7grave=5xx 2cyrillic=u4 2dash=6c4 6vertical=1e7l 2onospace=1ef9 2phasismarkarmenian=123 3tyset=6px 6lot=16o1
1nbopomofo=9pf 2cyrillic=u5 2dash=6c3 6vertical=1e7m 3escendercyrillic=wz 2g=97 3bopomofo=9ph 3hecyrillic=x1 2hookcyrillic=y0 2space=6bm 1ogonek=7t 2korean=9qr 2pen=gr 5closed=ii
5reversed=gs dclosed=gu dhook=gt 1paren=78g 2silon=qd 71=s5 7inv 7tonos=q5 1qual=1p 5dotleftright=6s2 8rightleft 5monospace=1ee5 5orfollows=6vz 7greater=8eu 7less=8et 7precedes=6vy
7similar=6rm 5sdots=6s1 6mall=1e92 6uperior=6f0 3ivalence=6sh 6symptotic=6rx 1rbopomofo=9pi 2cyrillic=u8 2eversed=go 9cyrillic=ul 1scyrillic=u9 2descendercyrillic=x7 2h=hv 3curl=hy
3ortdeva=1se 6vowelsigndeva=1ty 3reversedloop=bu 3squatreversed=hx 2mallhiragana=9jb 6katakana=9lz ehalfwidth=1ega 2timated=6jy 2uperior=1crw 1ta=qf 3rmenian=12g 3tonos=q6 2h=6o
2ilde=62l 6below=5y3 2nahtafoukhhebrew=13l clefthebrew=13l 7hebrew=13l 7lefthebrew=13l 2urned=d9 1ukorean=9r5 2ro=6gc 1vowelsignbengali=1xj adeva=1tz agujarati=24n 1xclam=x
6armenian=124 6dbl=6d8 7own=4h asmall=1cwx 6monospace=1edd 6small=1ctd 2istential=6pv 1zh=ia 3caron=dr 4url=ib 3reversed=c9 3tail 0f=2u 1adeva=1um 2gurmukhi=21q 2hrenheit=6ix
2thaarabic=18u 5lowarabic=18u 5tanarabic=18r 1bopomofo=9oo 1circle=79x 1dotaccent=5y7 1eharabic=18h 5menian=13a 3finalarabic=1ec2 3initialarabic 3medialarabic 2icoptic=rp 2male=7k0
1f=1dkw 2i=1dkz 2l 1i=1dkx 2fteencircle=772 7paren=77m 8eriod=786 2guredash=6c2 2lledbox=7fk 6rect=7fw 2nalkaf=15m 8dagesh=1dmi ehebrew=1dmi 8hebrew=15m 5mem=15p 8hebrew=15p
5nun=15r 8hebrew=15r 5pe=15v 7hebrew=15v 5tsadi=15x ahebrew=15x 2rsttonechinese=jt 2sheye=7gp 2tacyrillic=vn 2ve=1h 4arabic=19h 4bengali=1yj 4circle=76s ainversesansserif=7ta
4deva=1uz 4eighths=6l9 4gujarati=25n 6rmukhi=223 4hackarabic=19h 6ngzhou=9id 4ideographicparen=9wk 5nferior=6f9 4monospace=1edx 4oldstyle=1ctx 4paren=77c 5eriod=77w 7sian=1dh
4roman=6lw 4superior=6et 4thai=2tx 1l=1dky 2at=7l9 2oorleft=6x6 5right 3rin=b6 1monospace=1efa 2square=a6x 1ofanthai=2sf 4thai=2sd 2llownotdbleqv=8fu 9slnteql=8fq 6ornoteqvlnt=6w9
6s=6t7 7equal=8fk 7orcurly=6t9 9equal=6tb 2ngmanthai=2tr 2rall=6ps 3ces=6uh 6bar 3k=6vo 2ur=1g 4arabic=19g 4bengali=1yi 4circle=76r ainversesansserif=7t9 4deva=1uy 4gujarati=25m
6rmukhi=222 4hackarabic=19g 6ngzhou=9ic 4ideographicparen=9wj 5nferior=6f8 4monospace=1edw 4numeratorbengali=1yv 4oldstyle=1ctw 4paren=77b 5eriod=77v 7sian=1dg 4roman=6lv
4superior=6es 4teencircle=771 8paren=77l 9eriod=785 5hai=2tw 6tonechinese=jv 1paren=78h 1raction=6dg 3nc=6g3 2own=6xu 0g=2v 1abengali=1w7 2cute=dx 2deva=1sn 2farabic=1bj
3finalarabic=1doz 3initialarabic 3medialarabic 2gujarati=23b 4rmukhi=1zr 2hiragana=9jg 2katakana=9m4 2mma=qb 5latinsmall=gz 5superior=kg 2ngiacoptic=rv 1bopomofo=9ot 2reve=7z
1caron=dj 2edilla=83 2ircle=79y 5umflex=7x 2ommaaccent=83 1dot=81 4accent=81 1ecyrillic=tv 2hiragana=9jm 2katakana=9ma 2omequivalent=6ry 5tricallyequal=6s1 2reshaccenthebrew=13w
6hebrew=16b 6muqdamhebrew=13x 3mandbls=67 3shayimaccenthebrew=13y 9hebrew=16c 2tamark=9hv 1habengali=1w8 3darmenian=12q 4eva=1so 3gujarati=23c 5rmukhi=1zs 3inarabic=18a
5finalarabic=1eby 5initialarabic 5medialarabic 2emiddlehookcyrillic=wl 3strokecyrillic=wj 3upturncyrillic=wh 2hadeva=1ui 4gurmukhi=21m 2ook=gw 2zsquare=a6r 1ihiragana=9ji
2katakana=9m6 2marmenian=12b 3el=15e 5dagesh=1dma bhebrew=1dma 5hebrew=15e 1jecyrillic=ur 1lottalinvertedstroke=ce 7stop=ic binverted=ie bmod=jk breversed=id jmod=jl jsuperior=kk
bstroke=ip hreversed 1macron=5y9 2onospace=1efb 1ohiragana=9jo 2katakana=9mc 1paren=78i 3square=a7g 1radient=6pz 3ve=2o 5belowcmb=ly 5cmb=lc 6omb=lc 5deva=1ub 5lowmod=jy
5monospace=1ef4 5tonecmb=n4 2eater=1q 7dbleqlless=8ek cual=6sn 8ot=6vr 7equal=6sl corless=6vv 7lessequal=6vv 7monospace=1ee6 8uch=6sr 7notdblequal=8ei aequal=8eg 7orapproxeql=8ee
9equalslant=8e6 civalent=6sz 9less=6t3 9notdbleql=6sp cequal=6sp 9similar=6sz 8verequal=6sn 7small=1e91 1script=gx 2troke=dh 1uhiragana=9jk 2illemotleft=4r 9right=57 4singlleft=6d5
9right 2katakana=9m8 2ramusquare=a3c 1ysquare=a89 0h=2w 1aabkhasiancyrillic=x5 3ltonearabic=1c1 2bengali=1x5 2descendercyrillic=xf 4va=1tl 2gujarati=249 4rmukhi=20p 2harabic=17x
3finalarabic=1eaq 3initialarabic 4ragana=9kf 3medialarabic=1eas 2itusquare=a3u 2katakana=9n3 ahalfwidth=1eh6 2lantgurmukhi=219 2mzaarabic=17l 5lowarabic=17l 2ngulfiller=9r8
2rdsigncyrillic=ui 3poondownleft=6o3 bright=6o2 7leftbarbup=6nw bright=6oc 7rightbarbup=6o0 cleft=6ob 7upleft=6nz 9right=6ny 2square=a8a 2tafpatah=14i a16=14i a23=14i bf=14i
ahebrew=14i anarrowhebrew=14i aquarterhebrew=14i awidehebrew=14i 5qamats b1b=14j b28=14j b34=14j bhebrew=14j bnarrowhebrew=14j bquarterhebrew=14j bwidehebrew=14j 5segol=14h a17=14h
a24=14h a30=14h ahebrew=14h anarrowhebrew=14h aquarterhebrew=14h awidehebrew=14h 1bar=87 2opomofo=9ov 2revebelow=5yj 1cedilla=5yh 2ircle=79z 5umflex=85 1dieresis=5yf 2otaccent=5yb
4below=5yd 1e=15g 2art=7l1 5suitblack=7l1 9white=7kx 2dagesh=1dmc 8hebrew=1dmc 2haltonearabic=1c1 4rabic=18n 3ebrew=15g 3finalaltonearabic=1dpj btwoarabic=1ecq 9rabic=1ecq
3hamzaabovefinalarabic=1dph disolatedarabic=1dpg 3initialaltonearabic=1dpk brabic=1ecr 4ragana=9ko 3medialaltonearabic=1dpl arabic=1ecs 2iseierasquare=a63 2katakana=9nc
ahalfwidth=1eh9 3utaarusquare=a46 2nghook=h3 2rutusquare=a49 2t=15j 3hebrew=15j 1hook=h2 5superior=j5 1ieuhacirclekorean=9yz 6parenkorean=9wb 5circlekorean=9yl 5korean=9qm
5parenkorean=9vx 2hiragana=9ki 2katakana=9n6 ahalfwidth=1eh7 2riq=14k 514=14k 521=14k 6d=14k 5hebrew=14k 5narrowhebrew=14k 5quarterhebrew=14k 5widehebrew=14k 1linebelow=61i
1monospace=1efc 1oarmenian=12o 2hipthai=2sr 4ragana=9kr 2katakana=9nf ahalfwidth=1eha 2lam=14p 519=14p 526=14p 532=14p 5hebrew=14p 5narrowhebrew=14p 5quarterhebrew=14p
5widehebrew=14p 2nokhukthai=2su 2okabovecomb=ll 4cmb=ll 4palatalizedbelowcmb=m9 4retroflexbelowcmb 3nsquare=a4i 2ricoptic=rt 4zontalbar=6c5 3ncmb=m3 2tsprings=7l4 2use=6wy
1paren=78j 1superior=j4 1turned=h1 1uhiragana=9kl 2iitosquare=a43 2katakana=9n9 ahalfwidth=1eh8 2ngarumlaut=kd ccmb=ln 1v=b9 1yphen=19 6char=19 6inferior=1crp 6monospace=1edp
6small=1e8z 7uperior=1crq 6two=6c0 0i=2x 1acute=6l 3yrillic=un 1bengali=1vr 2opomofo=9pj 2reve=8d 1caron=cw 2ircle=7a0 5umflex=6m 2yrillic=uu 1dblgrave=eh 2eographearthcircle=9zj
9firecircle=9zf 9icallianceparen=9xb bcallparen=9x6 centrecircle=a05 close=9hi comma=9hd gleft=1eg4 dngratulationparen=9x3 drrectcircle=a03 bearthparen=9wv cnterpriseparen=9x9
cxcellentcircle=9zx bfestivalparen=9xc cinancialcircle=9zq kparen=9x2 dreparen=9wr bhaveparen=9wy cighcircle=a04 biterationmark=9hh blaborcircle=9zs gparen=9x4 ceftcircle=a07
cowcircle=a06 bmedicinecircle=a09 dtalparen=9wu coonparen=9wq bnameparen=9x0 bperiod=9he crintcircle=9zy breachparen=9xf dpresentparen=9x5 dsourceparen=9xa cightcircle=a08
bsecretcircle=9zt dlfparen=9xe cocietyparen=9wz cpace=9hc decialparen=9x1 ctockparen=9wx dudyparen=9x7 cunparen=9ww dperviseparen=9x8 bwaterparen=9ws coodparen bzero=9hj
9metalcircle=9zi aooncircle=9ze 9namecircle=9zo 9suncircle=9zk 9watercircle=9zg aoodcircle 3va=1s7 2ieresis=6n 9acute=5yn 9cyrillic=yt 2otbelow=62z 1ebrevecyrillic=yf 2cyrillic=tx
2ungacirclekorean=9yt 6parenkorean=9w5 5circlekorean=9yf 5korean=9qf 5parenkorean=9vr 1grave=6k 2ujarati=22v 3rmukhi=1zb 1hiragana=9j8 2ookabove=62x 1ibengali=1vs 2cyrillic=u0
2deva=1s8 2gujarati=22w 4rmukhi=1zc 2matragurmukhi=20w 2nvertedbreve=ej 2shortcyrillic=u1 2vowelsignbengali=1xc bdeva=1ts bgujarati=24g 1j=8j 1katakana=9lw 9halfwidth=1egi
2orean=9r7 1lde=kc 2uyhebrew=14c 1macron=8b 7cyrillic=yr 3georapproximatelyequal=6s3 3tragurmukhi=20v 2onospace=1efd 1ncrement=6py 2finity=6qm 2iarmenian=12j 2tegerdivide=6qe
5ral=6qz 8bottom=6xt 9t=6xt 8ex=1d6d 8top=6xs 9p=6xs 4rcal=6uy 5robang=6d9 bdown=93s 5section=6qx cdbl=6vm csq=6tv 3isquare=a2t 2vbullet=7h4 3circle 3smileface=7jv 1ocyrillic=up
2gonek=8f 2ta=qh 4dieresis=qy ctonos=pc 4latin=h5 4tonos=q7 1paren=78k 1rigurmukhi=22a 1smallhiragana=9j7 6katakana=9lv ehalfwidth=1eg8 2sharbengali=1yy 2troke=h4 2uperior=1crx
1terationhiragana=9lp 9katakana=9od 2ilde=89 6below=5yl 1ubopomofo=9pl 2cyrillic=um 1vowelsignbengali=1xb adeva=1tr agujarati=24f 1zhitsacyrillic=vp 7dblgravecyrillic=vr 0j=2y
1aarmenian=12p 2bengali=1wc 2deva=1ss 2gujarati=23g 4rmukhi=1zw 1bopomofo=9ow 1caron=ds 2ircle=7a1 5umflex=8l 2rossedtail=il 1dotlessstroke=gv 1ecyrillic=uw 2emarabic=17w
4finalarabic=1eam 4initialarabic 4medialarabic 2harabic=1aw 3finalarabic=1dor 1habengali=1wd 3deva=1st 3gujarati=23h 5rmukhi=1zx 2eharmenian=12z 1is=9hg 1monospace=1efe 1paren=78l
1superior=j6 0k=2z 1abashkircyrillic=wx 3engali=1w5 2cute=5yp 3yrillic=u2 2descendercyrillic=wr 4va=1sl 2f=15n 3arabic=18j 3dagesh=1dmj 9hebrew=1dmj 3finalarabic=1eca 3hebrew=15n
3initialarabic=1ecb 3medialarabic 3rafehebrew=1dn1 2gujarati=239 4rmukhi=1zp 2hiragana=9jf 3ookcyrillic=xw 2katakana=9m3 ahalfwidth=1egm 2ppa=qi 5symbolgreek=s0
3yeounmieumkorean=9rl 8phieuphkorean=9s4 9ieupkorean=9rs 8ssangpieupkorean 2roriisquare=a31 2shidaautoarabic=18g bnosidebearingarabic=18g 3mallkatakana=9o5 3quare=a6c 3raarabic=18w
5tanarabic=18t 3trokecyrillic=wv 2tahiraprolongmarkhalfwidth=1egg 2verticalstrokecyrillic=wt 1bopomofo=9ou 1calsquare=a6h 3ron=dl 2edilla=8n 2ircle=7a2 2ommaaccent=8n 1dotbelow=5yr
1eharmenian=138 3iragana=9jl 2katakana=9m9 ahalfwidth=1egp 2narmenian=12n 2smallkatakana=9o6 1greenlandic=8o 1habengali=1w6 3cyrillic=ud 3deva=1sm 3gujarati=23a 5rmukhi=1zq
3harabic=17y 4finalarabic=1eau 4initialarabic 4medialarabic 2eicoptic=rr 2hadeva=1uh 4gurmukhi=21l 2ieukhacirclekorean=9yw 8parenkorean=9w8 7circlekorean=9yi 7korean=9qj
7parenkorean=9vu 2okhaithai=2rm 5onthai=2rp 5uatthai=2rn 5waithai 3mutthai=2u3 3ok=bd 3rakhangthai=2rq 2zsquare=a6p 1ihiragana=9jh 2katakana=9m5 ahalfwidth=1egn 2roguramusquare=a39
4meetorusquare 4square=a38 2yeokacirclekorean=9ym 7parenkorean=9vy 6circlekorean=9y8 6korean=9pt 6parenkorean=9vk 6sioskorean=9pv 1jecyrillic=v0 1linebelow=5yt 2square=a6w
1mcubedsquare=a7a 2onospace=1eff 2squaredsquare=a76 1ohiragana=9jn 3msquare=a80 2kaithai=2rl 4takana=9mb ahalfwidth=1egq 2oposquare=a3i 2ppacyrillic=w1 2reanstandardsymbol=9z3
3oniscmb=n7 1paren=78m 3square=a7e 1sicyrillic=vj 1tsquare=a8f 2urned=im 1uhiragana=9jj 2katakana=9m7 ahalfwidth=1ego 1vsquare=a7s 1wsquare=a7y 0l=30 1abengali=1wy 2cute=8q
2deva=1te 2gujarati=242 4rmukhi=20i 2kkhangyaothai=2th 2maleffinalarabic=1ed8 7hamzaabovefinalarabic=1ed4 hisolatedarabic=1ed3 cbelowfinalarabic=1ed6 hisolatedarabic=1ed5
7isolatedarabic=1ed7 7maddaabovefinalarabic=1ed2 hisolatedarabic=1ed1 4rabic=18k 3bda=qj 6stroke=bf 3ed=15o 5dagesh=1dmk bhebrew=1dmk 5hebrew=15o 3finalarabic=1ece
3hahinitialarabic=1dxm 3initialarabic=1ecf 3jeeminitialarabic=1dxl 3khahinitialarabic=1dxn 3lamhehisolatedarabic=1e5u 3medialarabic=1ecg 5emhahinitialarabic=1e2w
7initialarabic=1dxo 2rgecircle=7hr 2tticetop=6uc 1bar=be 2elt=h8 2opomofo=9os 1caron=8u 2edilla=8s 2ircle=7a3 5umflexbelow=5z1 2ommaaccent=8s 1dot=8w 4accent=8w 4below=5yv
9macron=5yx 1eftangleabovecmb=m2 4tackbelowcmb=m0 2ss=1o 4dbleqlgreater=8ej 9ual=6sm 5ot=6vq 4equal=6sk 9greater=6vu 9orgreater=6vu 4monospace=1ee4 5uch=6sq 4notdblequal=8eh
7equal=8ef 4orapproxeql=8ed 6equalslant=8e5 9ivalent=6sy 6greater=6t2 6notdbleql=6so 9equal=6so 6similar=6sy 5verequal=6sm 4small=1e90 2zh=ha 1fblock=7f0 1hookretroflex=h9 1ira=6g4
2wnarmenian=12k 1j=cp 2ecyrillic=ux 1l=1cqo 2adeva=1tf 3gujarati=243 2inebelow=5yz 2ladeva=1tg 2vocalicbengali=1y9 9deva=1up 9vowelsignbengali=1yb ideva=1ur 1middletilde=h7
2onospace=1efg 2square=a8g 1ochulathai=2ss 2gicaland=6qv 7not=4s areversed=6xc 7or=6qw 2lingthai=2sl 2ngs=an 5t=1dl1 2wlinecenterline=1e8e 8mb=mq 7dashed=1e8d 2zenge=7gq 1paren=78n
1script=6j7 2lash=8y 2quare=6j7 2uperior=1cry 1tshade=7f5 1uthai=2sm 1vocalicbengali=1vw 8deva=1sc 8vowelsignbengali=1ya hdeva=1uq 1xsquare=a8j 0m=31 1abengali=1wu 2cron=4v
6belowcmb=mp 6cmb=lg 6lowmod=jx 6monospace=1ejn 3ute=5z3 2deva=1ta 2gujarati=23y 4rmukhi=20e 2hapakhhebrew=144 8lefthebrew=144 3iragana=9ku 2ichattawalowleftthai=1d3p
erightthai=1d3o bthai=2tn bupperleftthai=1d3n 3eklowleftthai=1d3g 8rightthai=1d3f 5thai=2tk 5upperleftthai=1d3e 3hanakatleftthai=1d38 athai=2sx 3taikhuleftthai=1d3d 9thai=2tj
4holowleftthai=1d3j 9rightthai=1d3i 6thai=2tl 6upperleftthai=1d3h 4rilowleftthai=1d3m 9rightthai=1d3l 6thai=2tm 6upperleftthai=1d3k 3yamokthai=2ti 2katakana=9ni ahalfwidth=1ehb
2le=7k2 3tesecross=7q8 2nsyonsquare=a4n 2qafhebrew=14u 2rs=7k2 2soracirclehebrew=14f 3quare=a6b 1bopomofo=9on 2square=a8k 1circle=7a4 2ubedsquare=a79 1dotaccent=5z5 4below=5z7
1easuredangle=6qp 2emarabic=18l 4finalarabic=1eci 4initialarabic 4medialarabic 6eminitialarabic=1dxt 9solatedarabic=1du0 3torusquare=a4t 2hiragana=9kx 2izierasquare=a66
2katakana=9nl ahalfwidth=1ehe 2m=15q 3dagesh=1dmm 9hebrew=1dmm 3hebrew=15q 2narmenian=12s 2rkhahebrew=145 6kefulahebrew clefthebrew=146 6lefthebrew=145 1hook=hd 2zsquare=a6q
1iddledotkatakanahalfwidth=1eg5 4ot=53 2eumacirclekorean=9yq 6parenkorean=9w2 5circlekorean=9yc 5korean=9q9 5pansioskorean=9rk 7renkorean=9vo 6ieupkorean=9ri 5sioskorean
2hiragana=9kv 2katakana=9nj ahalfwidth=1ehc 2nus=6qa 5belowcmb=m8 5circle=6ty 5mod=k7 5plus=6qb 4te=6cy 2ribaarusquare=a4q 4square=a4p 1longlegturned=hc 2square=a6u
1mcubedsquare=a77 2onospace=1efh 2squaredsquare=a73 1ohiragana=9ky 3msquare=a81 2katakana=9nm ahalfwidth=1ehf 2lsquare=a8m 2mathai=2sh 2verssquare=a7b cdsquare 1paren=78o
3square=a7f 1ssquare=a7n 2uperior=1crz 1turned=hb 1u=51 21=51 2asquare=a6a 2chgreater=6sr 4less=6sq 2fsquare=a6k 2greek=qk 3square=a6l 2hiragana=9kw 2katakana=9nk ahalfwidth=1ehd
2lsquare=a6t 3ticloseleft=6vd aright 5map=6uw 5openleft=6vf 9right 5ply=5z 2msquare=a6z 2nahhebrew=143 5lefthebrew=143 2sicalnote=7l6 bdbl 5flatsign=7l9 5sharpsign=7lb 3square=a7m
2vsquare=a7q 2wsquare=a7w 1vmegasquare=a7t 2square=a7r 1wmegasquare=a7z 2square=a7x 0n=32 1abengali=1wo 3la=6pz 2cute=90 2deva=1t4 2gujarati=23s 4rmukhi=208 2hiragana=9ka
2katakana=9my ahalfwidth=1eh1 2nd=6v0 2postrophe=95 2square=a69 2tural=7la 1bopomofo=9or 2space=4g 1caron=94 2edilla=92 2ircle=7a5 5umflexbelow=5zf 2ommaaccent=92 1dotaccent=5z9
4below=5zb 1egationslash=mw 2hiragana=9kd 2katakana=9n1 ahalfwidth=1eh4 2wsheqelsign=6ga 1fsquare=a6j 1g=97 2abengali=1w9 3deva=1sp 3gujarati=23d 5rmukhi=1zt 2onguthai=2rr
1hiragana=9lf 2ookleft=he 5retroflex 1ieunacirclekorean=9yn 6parenkorean=9vz 5cieuckorean=9px 7rclekorean=9y9 5hieuhkorean=9py 5korean=9pw 5pansioskorean=9rc 7renkorean=9vl
5sioskorean=9rb 5tikeutkorean=9ra 2hiragana=9kb 2katakana=9mz ahalfwidth=1eh2 3hahitleftthai=1d3t 8thai=2tp 2ne=1l 4arabic=19l 4bengali=1yn 4circle=76w ainversesansserif=7te
4deva=1v3 4gujarati=25r 6rmukhi=227 4hackarabic=19l 6ngzhou=9ih 4ideographicparen=9wo 5nferior=6fd 4monospace=1ee1 4oldstyle=1cu1 4paren=77g 5eriod=780 7sian=1dl 4roman=6m0
4superior=6ex 4teencircle=776 8paren=77q 9eriod=78a 5hai=2u1 1j=cs 2ecyrillic=uy 1katakana=9o3 9halfwidth=1ehp 1legrightlong=bi 2inebelow=5zd 1monospace=1efi 2square=a6y
1nabengali=1wj 3deva=1sz 3gujarati=23n 5rmukhi=203 2nadeva=1t5 1ohiragana=9ke 2katakana=9n2 ahalfwidth=1eh5 2nbreakingspace=4g 3enthai=2s3 3uthai=2s9 2onarabic=18m
4finalarabic=1ecm 4ghunnaarabic=1bu afinalarabic=1dpb 4initialarabic=1ecn 4jeeminitialarabic=1dxu 9solatedarabic=1du3 4medialarabic=1eco 6eminitialarabic=1dxx 9solatedarabic=1du6
4noonfinalarabic=1dvx 2tapproxequal=6rr 4rrowboth=6ni 8left=6my 8right 3bar=6qs 3contains=6q4 3dblarrowboth=6oe bleft=6od bright=6of 3element=6q1 aof=6q1 4qual=6sg 4xistential=6pw
3follows=6td 5rces=6um 9extra 3greater=6sv aequal=6sx anorequal=6sx dless=6t5 3identical=6si 3less=6su 7equal=6sw 7norequal=6sw 3parallel=6qu 4recedes=6tc 3satisfies=6ul
4imilar=6rl 4ubset=6tg 9eql=6tk 9oreql=6tm 5cceeds=6td 5perset=6th beql=6tl boreql=6tn 3triangeqlleft=6wc cright 9leleft=6wa bright 4urnstile=6uk 2warmenian=12u 1paren=78p
1ssquare=a7l 2uperior=6f3 1tilde=6p 1u=ql 2hiragana=9kc 2katakana=9n0 ahalfwidth=1eh3 3tabengali=1x8 5deva=1to 5gujarati=24c 7rmukhi=20s 2mbersign=z amonospace=1edf asmall=1e8v
3eralsigngreek=ok blowergreek 5o=6ja 2n=15s 3dagesh=1dmo 9hebrew=1dmo 3hebrew=15s 1vsquare=a7p 1wsquare=a7v 1yabengali=1we 3deva=1su 3gujarati=23i 5rmukhi=1zy 0o=33 1acute=6r
2ngthai=2st 1barred=hh 7cyrillic=yx 7dieresiscyrillic=yz 2engali=1w3 2opomofo=9p7 2reve=9b 1candradeva=1sh 7gujarati=235 7vowelsigndeva=1u1 ggujarati=24p 3ron=cy 2ircle=7a6
5umflex=6s bacute=635 bdotbelow=63d bgrave=637 bhookabove=639 btilde=63b 2yrillic=u6 1dblacute=9d 4grave=el 2eva=1sj 2ieresis=6u 9cyrillic=yv 2otbelow=631 1e=9f 2korean=9qy
1gonek=kb 6cmb=mg 2rave=6q 2ujarati=237 1harmenian=139 2iragana=9je 2ookabove=633 3rn=bl 5acute=63f 5dotbelow=63n 5grave=63h 5hookabove=63j 5tilde=63l 2ungarumlaut=9d 1i=bn
2nvertedbreve=en 1katakana=9m2 9halfwidth=1egl 2orean=9qv 1lehebrew=14b 1macron=99 7acute=5zn 7grave=5zl 2deva=1u8 2ega=qx 51=ra 5cyrillic=v5 5latinclosed=hj 5roundcyrillic=vv
5titlocyrillic=vx 6onos=r2 2gujarati=24w 2icron=qn 7tonos=r0 2onospace=1efj 1ne=1d 3arabic=19d 3bengali=1yf 3circle=76o 9inversesansserif=7t6 3deva=1uv 4otenleader=6ck 3eighth=6l7
3fitted=1crg 3gujarati=25j 5rmukhi=21z 3hackarabic=19d 5lf=59 5ngzhou=9i9 3ideographicparen=9wg 4nferior=6f5 3monospace=1edt 3numeratorbengali=1ys 3oldstyle=1ctt 3paren=778
4eriod=77s 6sian=1dd 3quarter=58 3roman=6ls 3superior=55 3thai=2tt 5ird=6kz 1ogonek=dn 7macron=dp 3urmukhi=1zn 2matragurmukhi=217 2pen=gk 1paren=78q 2enbullet=7hi 2tion=6xx
1rdfeminine=4q 3masculine=56 2thogonal=6qn 2underscore=6uz 1shortdeva=1si 6vowelsigndeva=1u2 2lash=6w 6acute=e7 2mallhiragana=9jd 6katakana=9m1 ehalfwidth=1egb 2trokeacute=e7
2uperior=1cs0 1tcyrillic=vz 2ilde=6t 6acute=5zh 6dieresis=5zj 1ubopomofo=9pd 1verline=6da 8centerline=1e8a 9mb=lh 8dashed=1e89 9blwavy=1e8c 8wavy=1e8b 4score=4v
2owelsignbengali=1xn adeva=1u3 agujarati=24r 1wner=6q3 0p=34 1aampssquare=a68 3sentosquare=a3v 2bengali=1wq 2cute=5zp 2deva=1t6 2gedown=6ov 4up=6ou 3ujarati=23u 4rmukhi=20a
2hiragana=9kh 2iyannoithai=2sv 2katakana=9n5 2latalizationcyrilliccmb=w4 3ochkacyrillic=xs 2nsioskorean=9rz 2ragraph=52 4llel=6qt 3enleft=14 9altonearabic=1e0u 9bt=1d65 9ex=1d64
9inferior=6fh 9monospace=1edk 9small=1e8p auperior=6f1 9tp=1d63 9vertical=1e7p 5right=15 aaltonearabic=1e0v abt=1d6g aex=1d6f ainferior=6fi amonospace=1edl asmall=1e8q buperior=6f2
atp=1d6e avertical=1e7q 3tialdiff=6pu 2seqhebrew=14w 3htahebrew=13t 3quare=a7d 2tah=14n 511=14n 6d=14n 52a=14n 5hebrew=14n 5narrowhebrew=14n 5quarterhebrew=14n 5widehebrew=14n
2zerhebrew=141 1bopomofo=9om 1circle=7a7 1dotaccent=5zr 1e=15w 2cyrillic=u7 2dagesh=1dms 8hebrew=1dms 2ezisquare=a4b 2finaldageshhebrew=1dmr 2harabic=1a6 5menian=12y 3ebrew=15w
3finalarabic=1dnb 3initialarabic 4ragana=9kq 3medialarabic=1dnd 2katakana=9ne 2middlehookcyrillic=x3 2rafehebrew=1dn2 3cent=11 7arabic=19m 7monospace=1edh 7small=1e96 3iod=1a
6armenian=13d 6centered=53 6halfwidth=1eg1 6inferior=1crr 6monospace=1edq 6small=1e8i 7uperior=1crs 4spomenigreekcmb=n6 3pcorrespond=8da 4endicular=6ud 3tenthousand=6cx
4housand=6cw 2seta=6g7 1fsquare=a6i 1habengali=1wr 3deva=1t7 3gujarati=23v 5rmukhi=20b 2i=qu 31=r9 3euphacirclekorean=9yy 8parenkorean=9wa 7circlekorean=9yk 7korean=9ql
7parenkorean=9vw 3latin=hk 3nthuthai=2t6 3symbolgreek=r9 2ook=bp 3phanthai=2se 5ungthai=2sc 3samphaothai=2sg 1i=qo 21=ra 2eupacirclekorean=9yr 6parenkorean=9w3 5cieuckorean=9rq
7rclekorean=9yd 5kiyeokkorean=9rm 6orean=9qa 5parenkorean=9vp 5sioskiyeokkorean=9ro aorean=9qc 9tikeutkorean=9rp 5thieuthkorean=9rr 6ikeutkorean=9rn 2hiragana=9kk 2katakana=9n8
2symbolgreek=ra 2wrarmenian=137 1lanckover2pi=6j3 d1=6j3 2us=17 4belowcmb=m7 4circle=6tx 4minus=4x 5od=k6 6nospace=1edn 4small=1e8y 5uperior=6ey 1monospace=1efk 2square=a8o
1ohiragana=9kt 2intingindexdownwhite=7j3 dleftwhite=7j0 drightwhite=7j2 dupwhite=7j1 2katakana=9nh 2plathai=2sb 2stalmark=9hu aface=9i8 1paren=78r 1recedenotdbleqv=8ft aslnteql=8fp
7ornoteqvlnt=6w8 7s=6t6 8equal=8fj 8orcurly=6t8 aequal=6ta 3scription=6ji 2ime=6cy 5mod=jd 5reverse=6d1 cd=6d1 2oduct=6q7 3jective=6x1 3longedkana=9oc 3pellor=6xk 5rsubset=6te
8perset 4ortion=6rb aal=6ql 1si=qw 3cyrillic=vl 3lipneumatacyrilliccmb=w6 2square=a7k 1uhiragana=9kn 2katakana=9nb 2nctdash=6c4 1vsquare=a7o 1wsquare=a7u 0q=35 1adeva=1ug
3mahebrew=148 2farabic=18i 3finalarabic=1ec6 3initialarabic 3medialarabic 2mats=14o 610=14o 7a=14o 7c=14o 627=14o 79=14o 633=14o 6de=14o 6hebrew=14o 6narrowhebrew=14o
6qatanhebrew=14o bnarrowhebrew=14o bquarterhebrew=14o bwidehebrew=14o 7uarterhebrew=14o 6widehebrew=14o 2rneyparahebrew=13z 1bopomofo=9ox 1circle=7a8 1hook=io 1monospace=1efl
1of=15z 3dagesh=1dmv 9hebrew=1dmv 3hebrew=15z 1paren=78s 1uarternote=7l5 2buts=14r 618=14r 625=14r 631=14r 6hebrew=14r 6narrowhebrew=14r 6quarterhebrew=14r 6widehebrew=14r
2estion=1r 8arabic=17j amenian=126 8down=5b csmall=1cxr 8greek=ou 8monospace=1ee7 8small=1cu7 2otedbl=y 8base=6ce 8left=6cc 8monospace=1ede 8prime=9i6 dreversed=9i5 8right=6cd
5left=6c8 9reversed=6cb 5reversed=6cb 6ight=6c9 an=95 5singlbase=6ca ae=13 bmonospace=1edj 0r=36 1aarmenian=130 2bengali=1ww 2cute=9h 2deva=1tc 3ical=6qi 7ex=1d5x 3overssquare=a7i
edsquare 3square=a7h 2fe=14v 4hebrew=14v 2gujarati=240 4rmukhi=20g 2hiragana=9l5 2katakana=9nt ahalfwidth=1ehj 2lowerdiagonalbengali=1yp 2middlediagonalbengali=1yo 3shorn=h0
2ngedash=6c3 2tio=6ra 1bopomofo=9p2 1caron=9l 2edilla=9j 2ircle=7a9 2ommaaccent=9j 1dblgrave=ep 2otaccent=5zt 4below=5zv 9macron=5zx 1eferencemark=6d7 3lexsubset=6ti 8perset
2gistered=4u 8sans=1d60 9erif=1cre 2harabic=181 5menian=134 3finalarabic=1eb2 3iragana=9l8 2katakana=9nw ahalfwidth=1ehm 2sh=160 4dageshhebrew=1dmw 4hebrew=160 2vasymptequal=6vh
3ersedtilde=6rh 3iahebrew=13r 5mugrashhebrew=13r 3logicalnot=6xc 3similar=6rh 1fishhook=hq 9reversed 1habengali=1y5 3deva=1ul 2o=qp 31=s1 3ok=hp 5turned=hn bsuperior=j9
3symbolgreek=s1 3tichookmod=ke 1ieulacirclekorean=9yp 6parenkorean=9w1 5circlekorean=9yb 5hieuhkorean=9q8 5kiyeokkorean=9q2 bsioskorean=9rd 6orean=9q1 5mieumkorean=9q3
5pansioskorean=9rg 7renkorean=9vn 6hieuphkorean=9q7 6ieupkorean=9q4 asioskorean=9rf 5sioskorean=9q5 5thieuthkorean 6ikeutkorean=9re 5yeorinhieuhkorean=9rh 2ghtangle=6qn ane=6xp
bw=6xo ase=6xr bw=6xq 5tackbelowcmb=m1 6riangle=6v3 2hiragana=9l6 2katakana=9nu ahalfwidth=1ehk 2ng=ka 4belowcmb=md 4cmb=lm 4fitted=16od 4halfleft=jj carmenian=121 cbelowcmb=m4
ccentered=k3 8right=ji dbelowcmb=mx dcentered=k2 4inequal=6s6 3vertedbreve=er 2ttorusquare=a4x 1linebelow=5zz 2ongleg=ho 8turned=hm 1monospace=1efm 1ohiragana=9l9 2katakana=9nx
ahalfwidth=1ehn 2ruathai=2sj 1paren=78t 1rabengali=1y4 3deva=1td 3gurmukhi=21o 2eharabic=1ap 4finalarabic=1dot 2vocalicbengali=1y8 9deva=1uo 9gujarati=25c 9vowelsignbengali=1xg
ideva=1tw igujarati=24k 1superior=1cs1 1tblock=7f4 2urned=hl 7superior=j8 1uhiragana=9l7 2katakana=9nv ahalfwidth=1ehl 2peemarkbengali=1yq 5signbengali 3iah=1crh 2thai=2sk
1vocalicbengali=1vv 8deva=1sb 8gujarati=22z 8vowelsignbengali=1xf hdeva=1tv hgujarati=24j 0s=37 1abengali=1x4 2cute=9n 6dotaccent=605 2darabic=185 3eva=1tk 3finalarabic=1ebe
3initialarabic 3medialarabic 2gujarati=248 4rmukhi=20o 2hiragana=9jp 2katakana=9md ahalfwidth=1egr 2llallahoualayhewasallamarabic=1e62 2mekh=15t 6dagesh=1dmp chebrew=1dmp
6hebrew=15t 2raaathai=2sy 5ethai=2td 5imaimalaithai=2tg auanthai=2tf 5mthai=2sz 5thai=2sw 4ethai=2tc 4iileftthai=1d3a 6thai=2t1 5leftthai=1d39 5thai=2t0 4othai=2te
4ueeleftthai=1d3c 7thai=2t3 6leftthai=1d3b 6thai=2t2 5thai=2t4 5uthai 2tisfies=6ug 1bopomofo=9p5 1caron=9t 6dotaccent=607 2edilla=9r 2hwa=gp 5cyrillic=yh 5dieresiscyrillic=yj
5hook=gq 2ircle=7aa 5umflex=9p 2ommaaccent=ex 1dotaccent=601 4below=603 9dotaccent=609 1eagullbelowcmb=n0 2cond=6cz 6tonechinese=ju 3tion=4n 2enarabic=183 4finalarabic=1eb6
4initialarabic 4medialarabic 2gol=14m 513=14m 6f=14m 52c=14m 5hebrew=14m 5narrowhebrew=14m 5quarterhebrew=14m 5tahebrew=13m 5widehebrew=14m 2harmenian=131 3iragana=9jv
2katakana=9mj ahalfwidth=1egu 2micolon=1n 9arabic=17f 9monospace=1ee3 9small=1e8k 4voicedmarkkana=9lo ihalfwidth=1ehr 2ntisquare=a3m 4osquare 2ven=1j 5arabic=19j 5bengali=1yl
5circle=76u binversesansserif=7tc 5deva=1v1 5eighths=6la 5gujarati=25p 7rmukhi=225 5hackarabic=19j 7ngzhou=9if 5ideographicparen=9wm 6nferior=6fb 5monospace=1edz 5oldstyle=1ctz
5paren=77e 6eriod=77y 8sian=1dj 5roman=6ly 5superior=6ev 5teencircle=774 9paren=77o aeriod=788 6hai=2tz 1fthyphen=4t 1haarmenian=12v 3bengali=1x2 3cyrillic=ug 3ddaarabic=18x
6dammaarabic=1dup btanarabic=1dum 6fathaarabic=1duo 6kasraarabic=1duq btanarabic=1dun 4e=7f6 5dark 5light=7f5 5medium 5va=1ti 3gujarati=246 5rmukhi=20m 3lshelethebrew=13n 3rp=7lb
2bopomofo=9p1 2chacyrillic=uh 2eenarabic=184 5finalarabic=1eba 5initialarabic 5medialarabic 3icoptic=rn 3qel=6ga 6hebrew=6ga 3va=14g 5115=14g 65=14g 522=14g 6e=14g 5hebrew=14g
5narrowhebrew=14g 5quarterhebrew=14g 5widehebrew=14g 2hacyrillic=xn 2iftleft=6nk 5right 3macoptic=rx 3n=161 4dagesh=1dmx ahebrew=1dmx ashindot=1dm4 hhebrew=1dm4 bindot ghebrew=1dm5
5othebrew=14x 4hebrew=161 4shindot=1dm2 bhebrew=1dm2 5indot ahebrew=1dm3 2ook=hu 1igma=qr 51=qq 5final=qq 5lunatesymbolgreek=s2 2hiragana=9jr 2katakana=9mf ahalfwidth=1egs
2luqhebrew=14t 5lefthebrew=14t 2milar=6rg 7equal=6rn 2ndothebrew=14y 2osacirclekorean=9ys 5parenkorean=9w4 4cieuckorean=9ry 6rclekorean=9ye 4kiyeokkorean=9ru 5orean=9qd
4nieunkorean=9rv 4parenkorean=9vq 5ieupkorean=9rx 4tikeutkorean=9rw 2x=1i 3arabic=19i 3bengali=1yk 3circle=76t 9inversesansserif=7tb 3deva=1v0 3gujarati=25o 5rmukhi=224
3hackarabic=19i 5ngzhou=9ie 3ideographicparen=9wl 4nferior=6fa 3monospace=1edy 3oldstyle=1cty 3paren=77d 4eriod=77x 6sian=1di 3roman=6lx 3superior=6eu 3teencircle=773
8urrencydenominatorbengali=1yx 7paren=77n 8eriod=787 4hai=2ty 1lash=1b 5monospace=1edr 2ong=an 5dotaccent=61n 2urabove=6xu 4below 1mile=6xv 5face=7ju 2onospace=1efn
1ofpasuqhebrew=14z 3thyphen=4t 4signcyrillic=uk 2hiragana=9jx 2katakana=9ml ahalfwidth=1egv 2liduslongoverlaycmb=mw 7shortoverlaycmb=mv 2rusithai=2sp 2salathai=2so 3othai=2rv
3uathai=2sq 1pace=w 5hackarabic=w 3de=7kw 5suitblack=7kw 9white=7l0 3ren=78u 2hericalangle=6qq 1quare=7fl 6belowcmb=mz 6cc=a84 7m=a71 6diagonalcrosshatchfill=7ft 7ot=6u9
6horizontalfill=7fo 6image=6tr 6kg=a6n 7m=a72 8capital=a8e 6ln=a8h 7og 6mg=a6m 7il=a8l 8nus=6u7 7m=a70 7squared=a75 7ultiply=6u8 6original=6ts 8thogonalcrosshatchfill=7fq 6plus=6u6
6solid=7fk 6upperlefttolowerrightfill=7fr brighttolowerleftfill 6verticalfill=7fp 6whitewithsmallblack=7fn 3iggleleftright=6nh 8right=6ot 1rsquare=a8r 1sabengali=1x3 3deva=1tj
3gujarati=247 3ngcieuckorean=9qh 5hieuhkorean=9s5 5ieungkorean=9s0 5kiyeokkorean=9pu 5nieunkorean=9r9 5pieupkorean=9qb 5sioskorean=9qe 5tikeutkorean=9q0 2uperior=1cs2 1t=1dl2
2ar=6va 2erling=4j 8monospace=1ejl 2rokelongoverlaycmb=mu 6shortoverlaycmb=mt 1ubset=6te 6dbl=6vk 9equal=8g5 6noteql=6tm bual=6tm 6orequal=6ti 8notdbleql=8gb 6sqequal=6tt
2cceeds=6t7 3hthat=6q3 2hiragana=9jt 2katakana=9mh ahalfwidth=1egt 3unarabic=18y 2mmation=6q9 2n=7jw 2perset=6tf 8dbl=6vl bequal=8g6 8noteql=6tn dual=6tn 8orequal=6tj
anotdbleql=8gc 8sqequal=6tu 1vsquare=a8s 1youwaerasquare=a64 0t=38 1abengali=1wk 2ckdown=6uc 4left=6ub 2deva=1t0 2gujarati=23o 4rmukhi=204 2harabic=187 3finalarabic=1ebm
3initialarabic 4ragana=9jz 3medialarabic=1ebo 2isyouerasquare=a65 2katakana=9mn ahalfwidth=1egw 2tweelarabic=18g 2u=qs 2v=162 3dages=1dmy 8h=1dmy 9hebrew=1dmy 3hebrew=162 1bar=9z
2opomofo=9oq 1caron=9x 2curl=iw 2edilla=9v 2heharabic=1ae 5finalarabic=1dob 5initialarabic 5medialarabic 2ircle=7ab 5umflexbelow=60h 2ommaaccent=9v 1dieresis=61j 2otaccent=60b
4below=60d 1ecyrillic=ua 2descendercyrillic=x9 2harabic=17u 3finalarabic=1eae 3hahinitialarabic=1dwi 7solatedarabic=1dsc 3initialarabic=1eaf 4ragana=9k6 3jeeminitialarabic=1dwh
8solatedarabic=1dsb 3marbutaarabic=17t afinalarabic=1eac 4edialarabic=1eag 5eminitialarabic=1dwk 8solatedarabic=1dse 3noonfinalarabic=1dv7 2katakana=9mu ahalfwidth=1egz
2lephone=6jl 9black=7im 3ishagedolahebrew=140 7qetanahebrew=149 2ncircle=76x 3ideographicparen=9wp 3paren=77h 4eriod=781 3roman=6m1 2sh=iv 2t=15k 3dagesh=1dmg 9hebrew=1dmg
3hebrew=15k 3secyrillic=xh 2virhebrew=13v 5lefthebrew=13v 1habengali=1wl 3deva=1t1 3gujarati=23p 5rmukhi=205 3larabic=180 4finalarabic=1eb0 3nthakhatlowleftthai=1d3s
erightthai=1d3r bthai=2to bupperleftthai=1d3q 2eharabic=17v 4finalarabic=1eai 4initialarabic 4medialarabic 3reexists=6pv 5fore=6r8 3ta=qg 51=r5 5symbolgreek=r5
2ieuthacirclekorean=9yx 8parenkorean=9w9 7circlekorean=9yj 7korean=9qk 7parenkorean=9vv 3rteencircle=770 8paren=77k 9eriod=784 2onangmonthothai=2s1 3ok=bx 3phuthaothai=2s2 3rn=72
3thahanthai=2s7 6nthai=2s0 5ongthai=2s8 5ungthai=2s6 3usandcyrillic=w2 8sseparatorarabic=19o ipersian=19o 2ree=1f 5arabic=19f 5bengali=1yh 5circle=76q binversesansserif=7t8
5deva=1ux 5eighths=6l8 5gujarati=25l 7rmukhi=221 5hackarabic=19f 7ngzhou=9ib 5ideographicparen=9wi 6nferior=6f7 5monospace=1edv 5numeratorbengali=1yu 5oldstyle=1ctv 5paren=77a
6eriod=77u 8sian=1df 5quarters=5a demdash=1cri 5roman=6lu 5superior=4z 5thai=2tv 2zsquare=a6s 1ihiragana=9k1 2katakana=9mp ahalfwidth=1egx 3eutacirclekorean=9yo 7parenkorean=9w0
6circlekorean=9ya 6korean=9pz 6parenkorean=9vm 2lde=kc 5belowcmb=mo 5cmb=lf 6omb=lf 5doublecmb=o0 5operator=6rg 6verlaycmb=ms 5verticalcmb=n2 2mescircle=6tz 2pehahebrew=13q
6lefthebrew=13q 3pigurmukhi=228 2tlocyrilliccmb=w3 2wnarmenian=133 1linebelow=60f 1monospace=1efo 1oarmenian=12h 2hiragana=9k8 2katakana=9mw ahalfwidth=1eh0 2nebarextrahighmod=kl
clowmod=kp 7highmod=km 7lowmod=ko 7midmod=kn 4five=cd 4six=at 4two=bs 3os=p0 3square=a3r 2patakthai=2rz 2rtoiseshellbracketleft=9hw osmall=1e8t overtical=1e7t kright=9hx
psmall=1e8u pvertical=1e7u 2taothai=2s5 1palatalhook=bv 3ren=78v 1rademark=6jm 9sans=1d62 aerif=1crf 2etroflexhook=i0 2iagdn=7gc 5lf=7gk 5rt=7ga 5up=7g2 4ngle 8downsld=7gc 8inv
8left=7gh cequal=6us csld=7gg 8right=7g7 dequal=6ut dsld=7g6 8solid=7g2 1s=iu 2adi=15y 5dagesh=1dmu bhebrew=1dmu 5hebrew=15y 2ecyrillic=ue 3re=14l 512=14l 6e=14l 52b=14l
5hebrew=14l 5narrowhebrew=14l 5quarterhebrew=14l 5widehebrew=14l 2hecyrillic=uz 2uperior=1cs3 1tabengali=1wf 3deva=1sv 3gujarati=23j 5rmukhi=1zz 2eharabic=1a1 4finalarabic=1dnr
4initialarabic 4medialarabic 2habengali=1wg 4deva=1sw 4gujarati=23k 6rmukhi=200 2urned=hz 1uhiragana=9k4 2katakana=9ms ahalfwidth=1egy 2rnstileleft=6ua 9right 2smallhiragana=9k3
7katakana=9mr fhalfwidth=1egf 1welvecircle=76z 6paren=77j 7eriod=783 6roman=6m3 6udash=16oc 3ntycircle=777 6hangzhou=gg4 6paren=77r 7eriod=78b 2o=1e 3arabic=19e 3bengali=1yg
3circle=76p 9inversesansserif=7t7 3deva=1uw 4otenleader=6cl 6leader=6cl cvertical=1e7k 3gujarati=25k 5rmukhi=220 3hackarabic=19e 5ngzhou=9ia 3ideographicparen=9wh 4nferior=6f6
3monospace=1edu 3numeratorbengali=1yt 3oldstyle=1ctu 3paren=779 4eriod=77t 6sian=1de 3roman=6lt 3stroke=cb 4uperior=4y 3thai=2tu 5irds=6l0 0u=39 1acute=6y 1bar=i1 2engali=1vt
2opomofo=9pk 2reve=a5 1caron=d0 2ircle=7ac 5umflex=6z bbelow=60n 2yrillic=ub 1dattadeva=1u9 2blacute=a9 4grave=et 2eva=1s9 2ieresis=70 9acute=d4 9below=60j 9caron=d6 ayrillic=z5
9grave=d8 9macron=d2 2otbelow=63p 1grave=6x 2ujarati=22x 3rmukhi=1zd 1hiragana=9ja 2ookabove=63r 3rn=c0 5acute=63t 5dotbelow=641 5grave=63v 5hookabove=63x 5tilde=63z
2ungarumlaut=a9 dcyrillic=z7 1invertedbreve=ev 1katakana=9ly 9halfwidth=1egj 2cyrillic=vt 2orean=9r0 1macron=a3 7cyrillic=z3 7dieresis=60r 3tragurmukhi=20x 2onospace=1efp
1nderscore=2n adbl=6c7 amonospace=1ef3 avertical=1e7n awavy=1e8f 2ion=6qy 5dbl=6vn 5multi=6tq 5sq=6tw 3versal=6ps 1ogonek=ab 1paren=78w 2block=7eo 2perdothebrew=150 2rise=6vj
2silon=qt 7dieresis=qz ftonos=q8 7latin=i2 7tonos=r1 3lope=8ag 2tackbelowcmb=m5 6mod=k4 1ragurmukhi=22b 2ing=a7 1shortcyrillic=v2 2mallhiragana=9j9 6katakana=9lx ehalfwidth=1eg9
2traightcyrillic=xb 9strokecyrillic=xd 1tilde=a1 6acute=60p 6below=60l 1ubengali=1vu 2deva=1sa 2gujarati=22y 4rmukhi=1ze 2matragurmukhi=20y 2vowelsignbengali=1xe bdeva=1tu
bgujarati=24i 1vowelsignbengali=1xd adeva=1tt agujarati=24h 0v=3a 1adeva=1th 2gujarati=245 4rmukhi=20l 2katakana=9o7 2v=15h 3dagesh=1dmd 965=1dmd 9hebrew=1dmd 3hebrew=15h
4olam=1dmz 8hebrew=1dmz 3vavhebrew=168 3yodhebrew 1circle=7ad 1dotbelow=60v 1ector=6hj 3yrillic=tu 2harabic=1b8 3finalarabic=1dnv 3initialarabic 3medialarabic 2katakana=9o9
2nus=7k0 2rticalbar=3g 8lineabovecmb=lp cbelowcmb=mh clowmod=jw cmod=js 2warmenian=132 1hook=i3 1ikatakana=9o8 2ramabengali=1xp 6deva=1u5 6gujarati=24t 2sargabengali=1vn 7deva=1s3
7gujarati=22r 3iblespace=74z 3ualspace=74z 1monospace=1efq 1oarmenian=12w 2icediterationhiragana=9lq fkatakana=9oe 6markkana=9ln ehalfwidth=1ehq 2katakana=9oa 1paren=78x 1tilde=60t
2urned=i4 1uhiragana=9lg 2katakana=9o4 0w=3b 1acute=60z 2ekorean=9qx 2hiragana=9lb 2katakana=9nz ahalfwidth=1eho 3orean=9qw 2smallhiragana=9la 7katakana=9ny 2ttosquare=a53
2vedash=9i4 3yunderscorevertical=1e7o 2warabic=18o 3finalarabic=1ecu 3hamzaabovearabic=17o dfinalarabic=1e9y 1bsquare=a8t 1circle=7ae 5umflex=ad 1dieresis=611 2otaccent=613
4below=615 1ehiragana=9ld 2ierstrass=6jc 2katakana=9o1 3orean=9r2 2okorean=9r1 1grave=60x 1hitebullet=7hi 5circle=7gr binverse=7h5 6ornerbracketleft=9hq mvertical=1e83 iright=9hr
nvertical=1e84 5diamond=7gn ccontainingblacksmalldiamond 6ownpointingsmalltriangle=7gf htriangle=7gd 5leftpointingsmalltriangle=7gj htriangle=7gh 7nticularbracketleft=9hy mright
5rightpointingsmalltriangle=7g9 itriangle=7g7 5smallsquare=7fv 7ilingface=7ju 6quare=7fl 6tar=7ie 5telephone=7in 6ortoiseshellbracketleft=9i0 pright 5uppointingsmalltriangle=7g5
ftriangle=7g3 1ihiragana=9lc 2katakana=9o0 3orean=9r3 1monospace=1efr 1ohiragana=9le 2katakana=9o2 ahalfwidth=1eg6 2n=6g9 3monospace=1ejq 2waenthai=2sn 1paren=78y 1reathproduct=6rk
2ing=61k 1superior=jb 1turned=i5 1ynn=cf 0x=3c 1abovecmb=n1 1bopomofo=9oy 1circle=7af 1dieresis=619 2otaccent=617 1eharmenian=12l 1i=qm 1monospace=1efs 1paren=78z 1superior=kj
0y=3d 1aadosquare=a4u 2bengali=1wv 2cute=71 2deva=1tb 2ekorean=9qq 2gujarati=23z 4rmukhi=20f 2hiragana=9l0 2katakana=9no ahalfwidth=1ehg 3orean=9qp 2makkanthai=2tq
2smallhiragana=9kz 7katakana=9nn fhalfwidth=1egc 2tcyrillic=v7 1circle=7ag 5umflex=af 1dieresis=73 2otaccent=61b 4below=645 1eharabic=18q 3barreearabic=1ci 9finalarabic=1dpr
3finalarabic=1ecy 3hamzaabovearabic=17q dfinalarabic=1ea2 dinitialarabic dmedialarabic 3initialarabic=1ecz 3medialarabic 5eminitialarabic=1dy5 8solatedarabic=1dug
3noonfinalarabic=1dw4 3threedotsbelowarabic=1ch 2korean=9qu 2n=4l 3monospace=1ejp 2okorean=9qt 3rinhieuhkorean=9s6 2rahbenyomohebrew=14a clefthebrew=14a 3icyrillic=uj
3udieresiscyrillic=zd 2sieungkorean=9s1 8pansioskorean=9s3 8sioskorean=9s2 2tivhebrew=13u 1grave=643 1hook=c4 5above=647 1iarmenian=12t 2cyrillic=uv 2korean=9r6 2nyang=7jj
2wnarmenian=136 1monospace=1eft 1od=15l 3dagesh=1dmh 9hebrew=1dmh 3hebrew=15l 3yodhebrew=16a 6patahhebrew=1dlr 2hiragana=9l4 2ikorean=9s9 2katakana=9ns ahalfwidth=1ehi 3orean=9qz
2smallhiragana=9l3 7katakana=9nr fhalfwidth=1ege 2tgreek=s3 2yaekorean=9s8 4korean=9s7 5thai=2si 3ingthai=2rx 1paren=790 2ogegrammeni=oq dgreekcmb=n9 1r=bq 2ing=61l 1superior=jc
1tilde=649 2urned=i6 1uhiragana=9l2 2ikorean=9sc 2katakana=9nq ahalfwidth=1ehh 3orean=9r4 2sbigcyrillic=vf 6iotifiedcyrillic=vh 3littlecyrillic=vb 9iotifiedcyrillic=vd
3mallhiragana=9l1 7katakana=9np fhalfwidth=1egd 2yekorean=9sb 4okorean=9sa 1yabengali=1y7 3deva=1un 0z=3e 1aarmenian=12e 2cute=ai 2deva=1uj 2gurmukhi=21n 2harabic=188
3finalarabic=1ebq 3initialarabic 4ragana=9jq 3medialarabic=1ebs 2inarabic=182 4finalarabic=1eb4 2katakana=9me 2qefgadolhebrew=13p 5qatanhebrew=13o 2rqahebrew=13s 2yin=15i
5dagesh=1dme bhebrew=1dme 5hebrew=15i 1bopomofo=9p3 1caron=am 2ircle=7ah 5umflex=61d 2url=i9 1dot=ak 4accent=ak 4below=61f 1ecyrillic=tz 2descendercyrillic=wp 3ieresiscyrillic=yn
2hiragana=9jw 2katakana=9mk 2ro=1c 4arabic=19c 4bengali=1ye 4deva=1uu 4gujarati=25i 6rmukhi=21y 4hackarabic=19c 4inferior=6f4 4monospace=1eds 4oldstyle=1cts 4persian=1dc
4superior=6eo 4thai=2ts 4widthjoiner=1edb 9nonjoiner=6bw 9space=6bv 2ta=qe 1hbopomofo=9oz 2earmenian=12i 3brevecyrillic=xu 3cyrillic=ty 3descendercyrillic=wn 4ieresiscyrillic=yl
1ihiragana=9js 2katakana=9mg 2norhebrew=14e 1linebelow=61h 1monospace=1efu 1ohiragana=9jy 2katakana=9mm 1paren=791 1retroflexhook=i8 1stroke=c6 1uhiragana=9ju 2katakana=9mi
`;

let known: ReadonlyMap<string, number> | undefined;

function unpack(): ReadonlyMap<string, number> {
  const list = new Map<string, number>();
  let name = "";
  let code = 0;
  for (const token of packed.trim().split(/\s/)) {
    const equals = token.indexOf("=");
    const rest = equals < 0 ? token.slice(1) : token.slice(1, equals);
    name = name.slice(0, Number.parseInt(token.charAt(0), 36)) + rest;
    code = equals < 0 ? code + 1 : Number.parseInt(token.slice(equals + 1), 36);
    list.set(name, code);
  }
  return list;
}

/** The code point of a name exactly as it is listed. */
export function listedCodePoint(name: string): number | undefined {
  known ??= unpack();
  return known.get(name);
}

/** The character that a glyph's name stands for, listed or by its number (`uni20AC`); undefined: it stands for none. */
export function glyphCharacter(glyph: string): string | undefined {
  const digits = /^uni([0-9A-F]{4})$/.exec(glyph)?.[1];
  const code = digits === undefined ? listedCodePoint(glyph) : Number.parseInt(digits, 16);
  return code === undefined ? undefined : String.fromCodePoint(code);
}
