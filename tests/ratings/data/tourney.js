// written for the tests: nobody of these exists
newt={"config":{"event_name":"Example \"undefined\" Open","max_rounds":8,"max_div_rounds":{"B":17},"rating_system":"nsa2008","division_rating_system":{"C":"nsa2008-lct"}},"divisions":[
{"name":"A","players":[undefined,
{"id":1,"name":"Adder, Ada","rating":1500,"pairings":[2],"scores":[400],"etc":{"board":[1],"p12":[1],"newr":[1515],"lifeg":[60]}},
{"id":2,"name":"Bolt, Ben","rating":1500,"pairings":[1],"scores":[300],"etc":{"board":[1],"p12":[2],"newr":[1490]}},
{"id":3,"name":"Cork, Cy","rating":"1600","pairings":[4],"scores":[350],"etc":{"newr":["1600"],"lifeg":["60"]}},
{"id":4,"name":"Dell, Dee","rating":1600,"pairings":[3],"scores":[350],"etc":{"newr":[1600],"lifeg":[60]}},
{"id":5,"name":"Elm, Eve","rating":1234,"pairings":[0],"scores":[50],"etc":{"newr":[1234],"off":[-50]}}]},
{"name":"B","players":[undefined,
{"id":1,"name":"Fox, Flo","rating":1500,"pairings":[2,undefined,0,0,0,0,0,0,0,2,2],"scores":[400,undefined,50,0,0,0,0,0,0,400],"etc":{"newr":[1515,1515,1515,1515,1515,1515,1515,1515,1515,1529],"lifeg":[60]}},
{"id":2,"name":"Gum, Guy","rating":1500,"pairings":[1,undefined,0,0,0,0,0,0,0,1,1],"scores":[300,undefined,0,0,0,0,0,0,0,300],"etc":{"newr":[1490,1490,1490,1490,1490,1490,1490,1490,1490,1481],"lifeg":[60]}}]},
{"name":"C","players":[undefined,
{"id":1,"name":"Hart, Hal","rating":1500,"pairings":[2,3],"scores":[400,400],"etc":{"newr":[1503,1507],"lifeg":[100]}},
{"id":2,"name":"Ivy, Ian","rating":1500,"pairings":[1,0],"scores":[300,0],"etc":{"newr":[1497,1497],"lifeg":[100]}},
{"id":3,"name":"Jade, Joy","rating":1500,"pairings":[0,1],"scores":[0,300],"etc":{"newr":[1500,1497],"lifeg":[100]}}]}
]};
