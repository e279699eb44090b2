# What the dealer of a virtual shoe is shown: the next key, what is waited for, what a result pays.
house     demo
table     LT2 LT period=25s min=25 max=5000 unit=5 tie_max=500 pair_max=500
terminal  T1 tables=LT2
terminal  T2 tables=LT2
terminal  T3 tables=LT2
staff     lin=dealer gus=gm amy=agm
T1        insert note 100
T2        insert note 100
T3        call
== no shoe yet
lin@LT2   shoe
== unburned
gus       suspend LT2
== suspended and unburned
gus       resume LT2
lin@LT2   burn
== ready to open
lin@LT2   new game
T1        bet LT2 player 25
T1        bet LT2 tie 25
T2        bet LT2 banker 100
T1        confirm LT2
== betting
clock     +25s
== to be drawn
shoe@LT2  silent
lin@LT2   draw
== waiting for the shoe
shoe@LT2  ok
server    crash
== after a restart
lin@LT2   resume
shoe@LT2  misread
lin@LT2   draw
== a card was not read
