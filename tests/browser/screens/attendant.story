# What an attendant's telephone shows: nobody waits, then calls, hand pays, faults and disputes.
# A line `== NAME` is a moment to look at.
house     demo
table     S1 SB period=25s min=1 max=500 unit=1
table     L1 LT period=25s min=5 max=500 unit=5 shoe=ready
terminal  T1 tables=L1
terminal  T2 tables=L1,S1 printer=fault
terminal  T3 tables=S1
staff     anna=attendant andy=attendant emma=egs greg=games_supervisor amy=agm
== nobody waits
T1        call
T3        call
T2        insert note 100
T2        cash out
cms       credit T2 1234567.89 id=a
T2        cash out
T2        insert note 50
andy      coming T3
anna      coming T1
clock     +5m
anna      decide dispute T3 outcome against S1 said="It was a triple, and the table says two of a kind only" reason="Records were looked at"
anna      decide dispute T3 conduct for S1 said="Somebody leaned over the terminal" reason="Recording was looked at"
anna      ask review 2 S1
== all at once
emma      review dispute 2 against S1 reason="Recording was looked at"
== a review is done
