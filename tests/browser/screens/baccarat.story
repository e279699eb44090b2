# What the stations of a baccarat table show.  A line `== NAME` is a moment to look at.
house     demo
table     LT1 LT period=25s min=25 max=5000 unit=5 differential=5000 tie_max=500 pair_max=500 shoe=ready
terminal  T1 tables=LT1
terminal  T2 tables=LT1
terminal  T3 tables=LT1
terminal  T4 tables=LT1
staff     lin=dealer gus=gm amy=agm cas=cashier
== nobody plays
T1        insert note 100
T1        insert note 100
T1        insert note 100
T1        insert note 100
T2        insert note 100
T2        insert note 100
== idle with credit
lin@LT1   new game
== wagering
T1        bet LT1 player 75
T1        bet LT1 tie 25
T1        bet LT1 player_pair 25
T1        bet LT1 banker 25
T1        bet LT1 banker_pair 25
T2        bet LT1 banker 100
T3        call
== staged on every bet
T1        confirm LT1
T2        confirm LT1
== confirmed
clock     +20s
== the last seconds
clock     +5s
== closed
shoe@LT1  cards TS
== one card
shoe@LT1  cards TH
== two cards
shoe@LT1  cards TD
shoe@LT1  cards TC
== four tens
shoe@LT1  card unseen
== a card nobody saw
lin@LT1   cards 5D with=amy
== five cards
shoe@LT1  cards 6C
== six cards
lin@LT1   result banker
== entered
lin@LT1   confirm result
== banker won
lin@LT1   new game
T1        bet LT1 player 50
T1        confirm LT1
clock     +25s
shoe@LT1  cards 9S AH KD QC
lin@LT1   result player
lin@LT1   confirm result
== player won
gus       actual LT1 cards 2S 9H KD QC
== corrected
lin@LT1   new game
T1        bet LT1 tie 25
T1        bet LT1 player 25
T1        confirm LT1
clock     +25s
shoe@LT1  cards 8S 8H KD KC
lin@LT1   result tie
lin@LT1   confirm result
== a tie
lin@LT1   new game
clock     +25s
shoe@LT1  cards 8S 8H KD KC
lin@LT1   result tie
lin@LT1   confirm result
== two ties
lin@LT1   new game
T1        bet LT1 banker 100
clock     +5s
gus       suspend LT1
== suspended
gus       resume LT1
gus       void LT1 reason="a fire drill"
== void
lin@LT1   new game
T1        bet LT1 banker 25
T1        confirm LT1
clock     +25s
shoe@LT1  cards 8S 7H KD KC
lin@LT1   result player
lin@LT1   confirm result
gus       void LT1 round=6 reason="the wrong shoe was used"
== a settled round is void
T1        read 7
T1        read 9
T1        read 11
T1        call
== called, nothing to read
T1        withdraw call
lin@LT1   new game
T1        bet LT1 banker 25
server    crash
== after a restart
lin@LT1   resume
T1        cancel LT1 banker
clock     +25s
shoe@LT1  cards 8S 7H KD KC
lin@LT1   result player
lin@LT1   confirm result
gus       malfunction T2
gus       exclude T3
== a terminal is faulty
gus       limits LT1 min=50 max=1000
gus       close LT1
== announced
T1        cash out -> ok ticket=#1
== cashed out
printer@T4 fault
T4        insert note 100
T4        cash out -> ok voucher=#v1
== printer fault
