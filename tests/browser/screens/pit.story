# What the desk of a pit shows: one table that nobody plays at, then some, then all it can hold.
# A line `== NAME` is a moment to look at.
house     demo
table     LT1 LT period=25s min=25 max=5000 unit=5 shoe=ready
terminal  T1 tables=LT1
terminal  T2 tables=LT1
staff     dana=dealer emma=egs amy=agm gus=gm
== one table, nobody plays
T1        insert note 100
T1        insert note 100
dana@LT1  new game
T1        bet LT1 player 100
T2        call
== a call
table     SB1 SB period=25s min=1 max=500 unit=1
table     R1 MT_ROULETTE period=30s min=5 max=1000 unit=5
terminal  T3 tables=SB1
terminal  T4 tables=R1
terminal  T5 tables=SB1
T3        insert note 50
T3        bet SB1 small 25
clock     +25s
T3        shoot SB1
tumbler@SB1 dice 6 6 5
shoe@LT1  cards 9S 5H KD KC
dana@LT1  result player
dana@LT1  confirm result
== three tables, results
table     LT2 LT period=25s min=5 max=500 unit=5 shoe=ready
terminal  A2 tables=LT2
table     LT3 LT period=25s min=5 max=500 unit=5 shoe=ready
terminal  A3 tables=LT3
table     LT4 LT period=25s min=5 max=500 unit=5 shoe=ready
terminal  A4 tables=LT4
table     LT5 LT period=25s min=5 max=500 unit=5 shoe=ready
terminal  A5 tables=LT5
table     LT6 LT period=25s min=5 max=500 unit=5 shoe=ready
terminal  A6 tables=LT6
table     LT7 LT period=25s min=5 max=500 unit=5 shoe=ready
terminal  A7 tables=LT7
table     LT8 LT period=25s min=5 max=500 unit=5 shoe=ready
terminal  A8 tables=LT8
table     LT9 LT period=25s min=5 max=500 unit=5 shoe=ready
terminal  A9 tables=LT9
table     LT10 LT period=25s min=5 max=500 unit=5 shoe=ready
terminal  A10 tables=LT10
table     SB2 SB period=25s min=1 max=500 unit=1
terminal  B2 tables=SB2
table     SB3 SB period=25s min=1 max=500 unit=1
terminal  B3 tables=SB3
table     SB4 SB period=25s min=1 max=500 unit=1
terminal  B4 tables=SB4
table     SB5 SB period=25s min=1 max=500 unit=1
terminal  B5 tables=SB5
table     SB6 SB period=25s min=1 max=500 unit=1
terminal  B6 tables=SB6
table     SB7 SB period=25s min=1 max=500 unit=1
terminal  B7 tables=SB7
table     SB8 SB period=25s min=1 max=500 unit=1
terminal  B8 tables=SB8
table     SB9 SB period=25s min=1 max=500 unit=1
terminal  B9 tables=SB9
table     SB10 SB period=25s min=1 max=500 unit=1
terminal  B10 tables=SB10
table     SB11 SB period=25s min=1 max=500 unit=1
terminal  B11 tables=SB11
table     LT11 LT period=25s min=5 max=500 unit=5 shoe=ready
terminal  A11 tables=LT11
table     LT12 LT period=25s min=5 max=500 unit=5 shoe=ready
terminal  A12 tables=LT12
printer@A2 fault
A2        insert note 100
A2        cash out
dana@LT3  new game
A3        insert note 100
A3        bet LT3 banker 100
A3        confirm LT3
dana@LT4  new game
shoe@LT4  cards KS 5D 2C
shoe@LT4  card unseen
amy       suspend LT5 reason="a dispute about the last coup"
A6        call
B7        insert note 20
B7        bet SB7 big 20
clock     +25s
B7        shoot SB7
tumbler@SB7 cocked
== all tables, many alarms
clock     +5m
== overdue
