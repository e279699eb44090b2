# What a kiosk shows, and the cash desk of it: closed, open, paying, paid in full and in part, and every ticket that comes out again.
# A line `== NAME` is a moment to look at.
house     desk coin=0.05 identity=1000 second=500
house     kiosk K1 cassettes=50,20,5,1,0.05 most=800 change=30
table     LT1 LT period=25s min=25 max=5000 unit=5 shoe=ready
terminal  T1 tables=LT1
staff     dana=dealer amy=agm casey=cashier chris=cashier andy=attendant
== closed and empty
casey     load K1 50 400 with=chris
casey     load K1 20 400 with=chris
casey     load K1 5 400 with=chris
casey     load K1 1 400
casey     load K1 0.05 400
casey     count K1 400 400 399 400 400 with=chris
casey     open K1
== ready
T1        insert note 50
T1        cash out                 -> ok ticket=#1
K1        insert ticket #1         -> ok cash=50.00
== paid in full
K1        insert ticket #1         -> refused TICKET_ALREADY_REDEEMED
== paid before
cms       credit T1 1000 id=a
T1        cash out                 -> ok ticket=#2
K1        insert ticket #2         -> refused WRONG_PLACE_TO_REDEEM
== too much without a document
dispenser@K1 silent
cms       credit T1 734.52 id=b
T1        cash out                 -> ok ticket=#3
K1        insert ticket #3
== the dispenser is silent
casey     came out K1 13 1 2 3 5 with=chris -> ok voucher=#v3
== two cashiers have looked
dispenser@K1 jam
casey     open K1
cms       credit T1 799.97 id=c
T1        cash out                 -> ok ticket=#4
K1        insert ticket #4         -> ok voucher=#v4
== jammed
casey     open K1
clock     +40s
K1        insert ticket 010000000000000001 -> refused TICKET_UNKNOWN
K1        insert ticket 010000000000000002 -> refused TICKET_UNKNOWN
K1        insert ticket 010000000000000003 -> refused TICKET_UNKNOWN
K1        insert ticket 010000000000000004 -> refused TICKET_UNKNOWN
K1        insert ticket 010000000000000005 -> refused TICKET_UNKNOWN
clock     +31s
== shut for a while
T1        insert note 100
T1        insert note 50
acceptor@T1 box out A7
T1        insert note 20
acceptor@T1 box out A8
clock     +24h
casey     count drop pit/T1/A7 199
== nobody has fetched it
