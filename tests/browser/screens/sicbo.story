# What the stations of a sic bo table show.  A line `== NAME` is a moment to look at.
house     demo
table     SB1 SB period=25s min=1 max=500 unit=1 result_pause=5s
terminal  T1 tables=SB1
terminal  T2 tables=SB1
terminal  T3 tables=SB1
staff     emma=egs amy=agm gus=gm
== wagering, nobody plays
T1        insert note 100
T1        insert note 100
T1        insert note 100
T1        insert note 100
T1        insert note 100
T1        insert note 100
T1        insert note 100
T2        insert note 100
T1        bet SB1 small 100
T1        bet SB1 big 1
T1        bet SB1 any_triple 5
T1        bet SB1 double:1 5
T1        bet SB1 double:6 25
T1        bet SB1 triple:1 1
T1        bet SB1 triple:3 10
T1        bet SB1 triple:5 1
T1        bet SB1 total:4 1
T1        bet SB1 total:10 250
T1        bet SB1 total:7 5
T1        bet SB1 total:17 5
T1        bet SB1 combo:1-2 5
T1        bet SB1 combo:3-4 118
T1        bet SB1 combo:5-6 2
T1        bet SB1 number:1 100
T1        bet SB1 number:6 1
T2        bet SB1 big 50
T3        call
== chips on every kind
clock     +21s
== the last seconds
clock     +4s
== a shoot is due
T1        shoot SB1
== tumbling
tumbler@SB1 dice 1 2 4
== small came
clock     +5s
== wagering after a result
T1        bet SB1 number:4 25
clock     +25s
T1        shoot SB1
tumbler@SB1 dice 6 6 6
== a triple came
emma      suspend SB1
== suspended with its result
emma      resume SB1
clock     +5s
T1        bet SB1 big 5
T2        bet SB1 big 5
clock     +25s
== another shoots
clock     +10s
tumbler@SB1 cocked
== a die is cocked
emma      void SB1 reason="a die is cocked"
== void
emma      suspend SB1
== suspended
emma      resume SB1
emma      actual SB1 dice 5 4 4
== corrected
server    restart
== after a restart
emma      resume SB1
emma      limits SB1 min=5 max=100
emma      close SB1
== announced
emma      keep open SB1
T1        cash out
emma      close SB1 now
== closed for the day
