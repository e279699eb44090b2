# A game without a folder of its own has a plain panel.
house     demo
table     R1 MT_ROULETTE period=25s min=1 max=500 unit=1
terminal  T1 tables=R1
staff     dana=dealer sue=casino_supervisor
T1        insert note 100
dana@R1   new game
== wagering
