# What the stations of a roulette table show.  A line `== NAME` is a moment to look at.
house     demo
table     R1 MT_ROULETTE period=25s min=1 max=500 unit=1
terminal  T1 tables=R1
terminal  T2 tables=R1
terminal  T3 tables=R1
staff     dana=dealer sue=casino_supervisor gus=gm
== idle, nobody plays
T1        insert note 100
T1        insert note 100
T1        insert note 100
T1        insert note 100
T1        insert note 100
T1        insert note 100
T1        insert note 100
T2        insert note 100
dana@R1   new game
== wagering
T1        bet R1 straight:0 5
T1        bet R1 straight:17 100
T1        bet R1 straight:36 1
T1        bet R1 split:0-2 5
T1        bet R1 split:17-20 25
T1        bet R1 split:14-17 5
T1        bet R1 split:35-36 1
T1        bet R1 street:0-2-3 5
T1        bet R1 street:1-2-3 10
T1        bet R1 corner:0-1-2-3 5
T1        bet R1 corner:16-17-19-20 5
T1        bet R1 corner:32-33-35-36 50
T1        bet R1 six_line:1-6 5
T1        bet R1 six_line:31-36 5
T1        bet R1 row:1 10
T1        bet R1 dozen:2 25
T1        bet R1 low 20
T1        bet R1 red 50
T1        bet R1 high 1
T1        bet R1 tier 6
T1        bet R1 near_of_0 18
T1        bet R1 orfanelli 25
T1        bet R1 neighbours1:26 3
T1        bet R1 neighbours2:8 50
T2        bet R1 black 50
T3        call
== chips on every kind
T1        confirm R1
T2        confirm R1
== confirmed
clock     +21s
== the last seconds
clock     +4s
== no more bets
dana@R1   spin
== spinning
sue       suspend R1
== suspended while it spins
sue       resume R1
wheel@R1  number 17
== the number is read
dana@R1   confirm result
== seventeen came
dana@R1   new game
T1        repeat R1
== wagering after a result
T1        confirm R1
clock     +25s
dana@R1   spin
dana@R1   no spin
== no spin
dana@R1   new game
T2        bet R1 straight:0 5
T2        confirm R1
clock     +25s
dana@R1   spin
dana@R1   number 0
== zero is entered
dana@R1   confirm result
== zero came
sue       actual R1 number 32
== put right
sue       close R1
== closing
