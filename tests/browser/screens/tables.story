# What a player sees whose terminal is linked to several tables, one of them closed.
house     demo
table     LT1 LT period=25s min=25 max=5000 unit=5 differential=5000 tie_max=500 pair_max=500 shoe=ready
table     EM1 LT_EM period=40s min=10 max=1000 unit=10 shoe=ready
table     SB1 SB period=30s min=1 max=500 unit=1
table     LT2 LT period=25s min=25 max=5000 unit=5 shoe=ready
terminal  T1 tables=LT1,EM1,SB1,LT2
staff     lin=dealer gus=gm
gus       close LT2 now
T1        insert note 100
T1        insert note 100
lin@LT1   new game
T1        bet LT1 player 50
T1        confirm LT1
clock     +25s
shoe@LT1  cards 9S AH KD QC
lin@LT1   result player
lin@LT1   confirm result
lin@LT1   new game
clock     +5s
lin@EM1   new game
T1        bet EM1 banker 20
== bets at another table
T1        bet LT1 player 25
T1        confirm LT1
== bets at two tables
clock     +20s
shoe@LT1  cards 9S AH
== one table is dealt
