# What the stations of a sic bo table show that a dealer tumbles.  A line `== NAME` is a moment to look at.
house     demo
table     MS1 MT_SICBO period=25s min=1 max=500 unit=1 dice=recognition
terminal  T1 tables=MS1
terminal  T2 tables=MS1
terminal  T3 tables=MS1
staff     dana=dealer sue=casino_supervisor gus=gm
== nothing opened yet
T1        insert note 100
T1        insert note 100
T2        insert note 100
dana@MS1  new game
== wagering
T1        bet MS1 small 50
T1        bet MS1 any_triple 5
T1        bet MS1 double:6 25
T1        bet MS1 triple:3 10
T1        bet MS1 total:10 20
T1        bet MS1 combo:3-4 18
T1        bet MS1 number:1 10
== chips to be confirmed
T1        confirm MS1
T1        bet MS1 number:6 1
T2        bet MS1 big 50
T2        confirm MS1
T3        call
== chips confirmed
clock     +25s
== closed, to be tumbled
dana@MS1  tumble
== tumbling
tumbler@MS1 dice 1 2 4
== small came
dana@MS1  dice 1 2 5
== in doubt
sue       actual MS1 dice 1 2 5
== corrected
dana@MS1  new game
T1        bet MS1 big 5
T1        confirm MS1
clock     +25s
dana@MS1  tumble
tumbler@MS1 cocked
== void by a cocked die
dana@MS1  new game
sue       suspend MS1
== suspended
sue       resume MS1
sue       limits MS1 min=5 max=100
sue       close MS1
== announced
tumbler@MS1 exposed
server    restart
== after a restart
sue       resume MS1
dana@MS1  no spin
== no spin
dana@MS1  new game
sue       die broken MS1
== a die broke
