# What the stations of Multi Terminal baccarat show: method B, pairs not offered, coups without wagers.
house     demo
table     MT1 MT_B period=25s min=25 max=5000 unit=25 differential=5000 pairs=off
terminal  T1 tables=MT1
terminal  T2 tables=MT1
staff     lin=dealer sue=casino_supervisor
== a shoe to be burned
lin@MT1   burn 7H
T1        insert note 100
T1        insert note 100
T2        insert note 100
lin@MT1   new game
T1        bet MT1 player 75
T1        bet MT1 tie 25
T2        bet MT1 banker 50
== staged
T1        confirm MT1
T2        confirm MT1
clock     +25s
shoe@MT1  cards TS 6H TD TC
== dealing
shoe@MT1  cards 5D
== to be confirmed
shoe@MT1  cards 9C
== one card too many
lin@MT1   confirm result
== a coup without wagers
shoe@MT1  cards 8S KH 9D
lin@MT1   confirm result
lin@MT1   new game
T1        bet MT1 player 75
T1        confirm MT1
shoe@MT1  cards 2C
== drawn too early
sue       void MT1
sue       rounds MT1 continuous
lin@MT1   no bet
== ordered without wagers
