# What a cash desk shows: no drawer, an open one, slips in every state, and a shift that has ended.
# A line `== NAME` is a moment to look at.
house     desk coin=0.05 identity=1000 second=500
table     LT1 LT period=25s min=25 max=5000 unit=5 shoe=ready
terminal  T1 tables=LT1
terminal  T2 tables=LT1 printer=fault
terminal  T3 tables=LT1
staff     dana=dealer amy=agm casey=cashier chris=cashier
== no drawer
casey     open drawer 2500
== an open drawer, nobody waits
T1        insert note 100
T1        insert note 20
T1        cash out                 -> ok ticket=#1
casey     redeem #1
cms       credit T1 1234567.81 id=a
T1        cash out                 -> ok ticket=#2
T1        insert note 50
T1        cash out                 -> ok ticket=#3
amy       hold #3 reason="looked into"
T2        insert note 100
T2        cash out                 -> ok voucher=#v4
cms       credit T2 4321.05 id=b
T2        cash out                 -> ok voucher=#v5
T2        insert note 10
T2        cash out                 -> ok voucher=#v6
amy       hold #v6 reason="looked into"
casey     defer #v4 2d
T3        insert note 100
dana@LT1  new game
T3        bet LT1 player 100
T3        confirm LT1
clock     +25s
shoe@LT1  cards 9S 5H KD KC
dana@LT1  result player
dana@LT1  confirm result
T3        cash out                 -> ok ticket=#7
amy       actual LT1 cards 5H 9S KC KD -> ok case=#d1
amy       demand #1
casey     fill drawer 300
== slips of every kind
casey     close drawer 2645
== the shift has ended
