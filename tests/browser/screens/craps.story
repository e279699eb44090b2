# What the stations of a craps table show.  A line `== NAME` is a moment to look at.
house     demo
table     A1 AC period=25s min=1 max=500 unit=1 result_pause=5s
terminal  T1 tables=A1
terminal  T2 tables=A1
terminal  T3 tables=A1
staff     amy=agm gus=gm
== come out, nobody plays
T1        insert note 100
T1        insert note 100
T1        insert note 100
T1        insert note 100
T1        insert note 100
T1        insert note 100
T1        insert note 100
T1        insert note 100
T1        insert note 100
T1        insert note 100
T2        insert note 100
T1        bet A1 pass_line 10
T1        bet A1 come 5
T1        bet A1 place:8 12
T1        bet A1 buy:4 20
T1        bet A1 lay:10 40
T1        bet A1 place_lose:9 8
T1        bet A1 hard:6 5
T1        bet A1 hard:8 5
T1        bet A1 big_6 5
T1        bet A1 field 25
T1        bet A1 any_seven 1
T1        bet A1 any_craps 1
T1        bet A1 c 1
T1        bet A1 e 1
T1        bet A1 c_and_e 2
T1        bet A1 horn 4
T1        bet A1 hop:3-3 1
T1        bet A1 hop:2-4 5
T2        bet A1 dont_pass 25
T3        call
== chips on every kind
clock     +21s
== the last seconds
clock     +4s
== a shoot is due
T1        shoot A1
== tumbling
tumbler@A1 dice 2 4
== six is the point
clock     +5s
== odds may be laid
T1        bet A1 odds:6 20
T1        bet A1 come_odds:6 5
T1        bet A1 come 200
T1        bet A1 dont_come 10
T1        bet A1 hop:1-1 1
T2        bet A1 dont_odds:6 60
== odds and a new come
clock     +25s
T1        shoot A1
tumbler@A1 dice 4 5
clock     +5s
== both come wagers have gone
T1        bet A1 come_odds:9 400
T1        bet A1 dont_come_odds:9 30
T1        bet A1 come:9 1
== raised on nine
clock     +25s
T1        shoot A1
tumbler@A1 dice 4 4
== eight came hard
clock     +30s
T1        shoot A1
tumbler@A1 dice 3 3
== the point is made
clock     +5s
T1        bet A1 pass_line 10
T2        bet A1 dont_pass 10
clock     +25s
T1        shoot A1
tumbler@A1 dice 1 3
clock     +5s
amy       suspend A1
== suspended on four
amy       resume A1
clock     +25s
T1        shoot A1
tumbler@A1 cocked
== a die is cocked
amy       void A1 reason="a die is cocked"
== void, the wagers stand
clock     +25s
T1        shoot A1
tumbler@A1 dice 3 4
== seven out
clock     +5s
== come out again
T2        bet A1 pass_line 5
clock     +25s
== another shoots
clock     +10s
tumbler@A1 dice 6 6
T2        reports A1 credit=400
== a terminal shows another credit
amy       resume T2
clock     +5s
server    restart
== after a restart
amy       resume A1
amy       limits A1 min=5 max=100
amy       close A1
== announced
