/** Pages drawn with characters, and their Markdown. */
import { describe, expect, it } from "vitest";
import { extractStructure } from "../../../src/reading/extract.ts";
import { drawnPages } from "./drawn.ts";
import { noOptions, readerOf } from "./read.ts";

const pictures: readonly (readonly [name: string, picture: string, markdown: string])[] = [
  [
    "aligned words",
    `
Name      Paid    Due
Anna      23      12
Bert      41      147
Carl      9       3
Dora      310     56
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
| Carl | 9 | 3 |
| Dora | 310 | 56 |
`,
  ],
  [
    "rules above and below the header",
    `
---------------------
Name      Paid    Due
---------------------
Anna      23      12
Bert      41      147
Carl      9       3
---------------------
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
| Carl | 9 | 3 |
`,
  ],
  [
    "a rule below the header",
    `
Name      Paid    Due
---------------------
Anna      23      12
Bert      41      147
Carl      9       3
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
| Carl | 9 | 3 |
`,
  ],
  [
    "wrapped cells",
    `
------------------------------
Name      What it says
------------------------------
One       It says a lot of
          things about it
Two       It says nothing of
          any interest at
          all
------------------------------
`,
    `
| Name | What it says |
| --- | --- |
| One | It says a lot of things about it |
| Two | It says nothing of any interest at all |
`,
  ],
  [
    "wrapped cells, closer than rows",
    `
Name      What it says        Page
.
.
One       It says a lot of    12
          things about it
.
.
Two       It says nothing of  140
          any interest at
          all
.
.
Three     Some more           7
.
.
Four      and the rest of     9
          what was said
`,
    `
| Name | What it says | Page |
| --- | --- | --- |
| One | It says a lot of things about it | 12 |
| Two | It says nothing of any interest at all | 140 |
| Three | Some more | 7 |
| Four | and the rest of what was said | 9 |
`,
  ],
  [
    "names that wrap",
    `
---------------------------
Name              Paid  Due
---------------------------
Anna of the       23    12
northern part
Bert              41    147
Carl of the       9     3
south
---------------------------
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna of the northern part | 23 | 12 |
| Bert | 41 | 147 |
| Carl of the south | 9 | 3 |
`,
  ],
  [
    "groups of rows between rules",
    `
-----------------------
Name      Paid    Due
-----------------------
Anna      23      12
Bert      41      147
-----------------------
Carl      9       3
Dora      310     56
-----------------------
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
| Carl | 9 | 3 |
| Dora | 310 | 56 |
`,
  ],
  [
    "names of groups",
    `
---------------------------
Name          Paid    Due
---------------------------
Members
Anna          23      12
Bert          41      147
Guests
Carl          9       3
Dora          310     56
---------------------------
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Members |  |  |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
| Guests |  |  |
| Carl | 9 | 3 |
| Dora | 310 | 56 |
`,
  ],
  [
    "headers of two lines",
    `
-----------------------------
Name      Paid in    Due in
          March      April
-----------------------------
Anna      23         12
Bert      41         147
Carl      9          3
-----------------------------
`,
    `
| Name | Paid in March | Due in April |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
| Carl | 9 | 3 |
`,
  ],
  [
    "headers over rules of their own",
    `
----------------------------------
            2020          2021
          ----------    ----------
Name      In    Out     In    Out
----------------------------------
Anna      23    12      5     6
Bert      41    147     70    8
Carl      9     3       14    15
----------------------------------
`,
    `
<table>
<tr><th rowspan="2">Name</th><th colspan="2">2020</th><th colspan="2">2021</th></tr>
<tr><th>In</th><th>Out</th><th>In</th><th>Out</th></tr>
<tr><td>Anna</td><td>23</td><td>12</td><td>5</td><td>6</td></tr>
<tr><td>Bert</td><td>41</td><td>147</td><td>70</td><td>8</td></tr>
<tr><td>Carl</td><td>9</td><td>3</td><td>14</td><td>15</td></tr>
</table>
`,
  ],
  [
    "no header over the names",
    `
-----------------------
          Paid    Due
-----------------------
Anna      23      12
Bert      41      147
Carl      9       3
-----------------------
`,
    `
|  | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
| Carl | 9 | 3 |
`,
  ],
  [
    "a header at the left of wide numbers",
    `
-------------------------------
Name      Paid     Due
-------------------------------
Anna         23         12
Bert         41        147
Carl          9          3
-------------------------------
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
| Carl | 9 | 3 |
`,
  ],
  [
    "bold headers above a first rule",
    `
*Name     Paid    Due
-----------------------
Anna      23      12
-----------------------
Bert      41      147
-----------------------
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
`,
  ],
  [
    "a total below a rule",
    `
-----------------------
Name      Paid    Due
-----------------------
Anna      23      12
Bert      41      147
-----------------------
Total     64      159
-----------------------
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
| Total | 64 | 159 |
`,
  ],
  [
    "a note below the last rule",
    `
-----------------------
Name      Paid    Due
-----------------------
Anna      23      12
Bert      41      147
-----------------------
All amounts are in euros.
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |

All amounts are in euros.
`,
  ],
  [
    "rows that go on below the last rule",
    `
-----------------------
Name      Paid    Due
-----------------------
Anna      23      12
Bert      41      147
Carl      9       3
Dora      310     56
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
| Carl | 9 | 3 |
| Dora | 310 | 56 |
`,
  ],
  [
    "text below rows that end without a rule",
    `
-----------------------
Name      Paid    Due
-----------------------
Anna      23      12
Bert      41      147
Carl      9       3
.
.
.
These are all payments.
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
| Carl | 9 | 3 |

These are all payments.
`,
  ],
  [
    "empty cells",
    `
---------------------------
Name      Paid    Due   Left
---------------------------
Anna      23            12
Bert              147   1
Carl      9       3
---------------------------
`,
    `
| Name | Paid | Due | Left |
| --- | --- | --- | --- |
| Anna | 23 |  | 12 |
| Bert |  | 147 | 1 |
| Carl | 9 | 3 |  |
`,
  ],
  [
    "a column of labels beside two rows",
    `
-----------------------------
Group     Name   Paid
-----------------------------
          Anna   23
North
          Bert   41
-----------------------------
          Carl   9
South
          Dora   310
-----------------------------
`,
    `
<table>
<tr><th>Group</th><th>Name</th><th>Paid</th></tr>
<tr><td rowspan="2">North</td><td>Anna</td><td>23</td></tr>
<tr><td>Bert</td><td>41</td></tr>
<tr><td rowspan="2">South</td><td>Carl</td><td>9</td></tr>
<tr><td>Dora</td><td>310</td></tr>
</table>
`,
  ],
  [
    "drawn cells",
    `
+---------+-------+-----+
| Name    | Paid  | Due |
+---------+-------+-----+
| Anna    | 23    | 12  |
+---------+-------+-----+
| Bert    | 41    | 147 |
+---------+-------+-----+
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
`,
  ],
  [
    "drawn cells over two columns",
    `
+---------+-------------+
| Name    | Amounts     |
+---------+-------+-----+
| Anna    | 23    | 12  |
+---------+-------+-----+
| Bert    | 41    | 147 |
+---------+-------+-----+
`,
    `
<table>
<tr><th>Name</th><th colspan="2">Amounts</th></tr>
<tr><td>Anna</td><td>23</td><td>12</td></tr>
<tr><td>Bert</td><td>41</td><td>147</td></tr>
</table>
`,
  ],
  [
    "drawn cells over two rows",
    `
+---------+-------+-----+
| Name    | Paid  | Due |
+---------+-------+-----+
| Anna    | 23    | 12  |
          +-------+-----+
|         | 41    | 147 |
+---------+-------+-----+
| Bert    | 5     | 6   |
+---------+-------+-----+
`,
    `
<table>
<tr><th>Name</th><th>Paid</th><th>Due</th></tr>
<tr><td rowspan="2">Anna</td><td>23</td><td>12</td></tr>
<tr><td>41</td><td>147</td></tr>
<tr><td>Bert</td><td>5</td><td>6</td></tr>
</table>
`,
  ],
  [
    "drawn cells of several lines",
    `
+---------+-------------+
| Name    | What it     |
|         | says        |
+---------+-------------+
| Anna    | It says a   |
|         | lot         |
+---------+-------------+
`,
    `
| Name | What it says |
| --- | --- |
| Anna | It says a lot |
`,
  ],
  [
    "rows in a frame with columns",
    `
+---------+-------+-----+
| Name    | Paid  | Due |
+---------+-------+-----+
| Anna    | 23    | 12  |
| Bert    | 41    | 147 |
| Carl    | 9     | 3   |
+---------+-------+-----+
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
| Carl | 9 | 3 |
`,
  ],
  [
    "a frame around text",
    `
+----------------------------------+
| Please read this text before you |
| go on with the rest of the page, |
| as it is important to know.      |
+----------------------------------+
`,
    `
Please read this text before you go on with the rest of the page, as it is important to know.
`,
  ],
  [
    "tables with text between",
    `
Anna      23      12
Bert      41      147
Carl      9       3
Now follows a line of text that is as wide as both of them are.
Name      Age
Dora      31
Emil      27
Fred      45
`,
    `
| Anna | 23 | 12 |
| --- | --- | --- |
| Bert | 41 | 147 |
| Carl | 9 | 3 |

Now follows a line of text that is as wide as both of them are.

| Name | Age |
| --- | --- |
| Dora | 31 |
| Emil | 27 |
| Fred | 45 |
`,
  ],
  [
    "two tables apart",
    `
Name      Paid    Due
Anna      23      12
Bert      41      147
Carl      9       3
.
.
.
.
.
.
.
.
Name      Age
Dora      31
Emil      27
Fred      45
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
| Carl | 9 | 3 |

| Name | Age |
| --- | --- |
| Dora | 31 |
| Emil | 27 |
| Fred | 45 |
`,
  ],
  [
    "numbers aligned at the right",
    `
Name      Paid      Due
Anna        23       12
Bert        41      147
Carl     1,009        3
Dora       310       56
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
| Carl | 1,009 | 3 |
| Dora | 310 | 56 |
`,
  ],
  [
    "values with ranges and signs",
    `
Name      Paid       Due
Anna      23 – 25    −12
Bert      41 – 48    +147
Carl      9 – 10     ±3
Dora      310 (5)    56%
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 – 25 | −12 |
| Bert | 41 – 48 | +147 |
| Carl | 9 – 10 | ±3 |
| Dora | 310 (5) | 56% |
`,
  ],
  [
    "two lines a day",
    `
Monday     9.00   opens
          17.00   closes
Tuesday   10.00   opens
          18.00   closes
`,
    `
| Monday | 9.00 | opens |
| --- | --- | --- |
|  | 17.00 | closes |
| Tuesday | 10.00 | opens |
|  | 18.00 | closes |
`,
  ],
  [
    "fields of a form",
    `
Name:       Anna Miller
Street:     Long road 5
City:       Old Town
Country:    Iceland
`,
    `
| Name: | Anna Miller |
| --- | --- |
| Street: | Long road 5 |
| City: | Old Town |
| Country: | Iceland |
`,
  ],
  [
    "a contents page",
    `
Introduction . . . . . . . . . . 1
First part . . . . . . . . . . . 5
Second part  . . . . . . . . . . 12
Index  . . . . . . . . . . . . . 140
`,
    `
Introduction . . . . . . . . . . 1

First part . . . . . . . . . . . 5

Second part . . . . . . . . . . 12

Index . . . . . . . . . . . . . 140
`,
  ],
  [
    "a list",
    `
1.   Take the first of them
2.   Put it into the box
3.   Close the box again
4.   Go home
`,
    `
1. Take the first of them
2. Put it into the box
3. Close the box again
4. Go home
`,
  ],
  [
    "a list with longer items",
    `
•   Take the first of them and
    look at it from all sides
•   Put it into the box
    –   with care
    –   and slowly
•   Go home
`,
    `
- Take the first of them and look at it from all sides
- Put it into the box
  - with care
  - and slowly
- Go home
`,
  ],
  [
    "a list of terms",
    `
Box       What you put them into, if you
          have more than one of them
Lid       What closes it
Key       What opens it again
`,
    `
| Box | What you put them into, if you have more than one of them |
| --- | --- |
| Lid | What closes it |
| Key | What opens it again |
`,
  ],
  [
    "a larger heading",
    `
^Of foxes
.
.
The quick brown fox jumps over the lazy dog today, as it did
before, and the dogs all lie in the sun.
`,
    `
# Of foxes

The quick brown fox jumps over the lazy dog today, as it did before, and the dogs all lie in the sun.
`,
  ],
  [
    "indented paragraphs",
    `
   The quick brown fox jumps over the lazy dog today, as it
did the day before, in the very same field, and will do so
again.
   Nobody minds the dogs there, and they mind nobody. So the
days go by for all of them.
`,
    `
The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again.

Nobody minds the dogs there, and they mind nobody. So the days go by for all of them.
`,
  ],
  [
    "paragraphs apart",
    `
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field.
.
.
Nobody minds the dogs there, and they mind nobody. So the
days go by.
`,
    `
The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field.

Nobody minds the dogs there, and they mind nobody. So the days go by.
`,
  ],
  [
    "a formula in its own line",
    `
The energy of a fox is
.
          E = mc2  (1)
.
if it is at rest, as the dogs always are in the field there.
`,
    `
The energy of a fox is

E = mc2 (1)

if it is at rest, as the dogs always are in the field there.
`,
  ],
  [
    "a caption",
    `
Table 1: What they paid
.
Name      Paid    Due
Anna      23      12
Bert      41      147
Carl      9       3
`,
    `
Table 1: What they paid

| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
| Carl | 9 | 3 |
`,
  ],
  [
    "a paragraph over two pages",
    `
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and the dog does not
=
mind it at all, since it is lazy. So the days go by for them,
one by one.
`,
    `
The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and the dog does not mind it at all, since it is lazy. So the days go by for them, one by one.
`,
  ],
  [
    "a table over two pages",
    `
-----------------------
Name      Paid    Due
-----------------------
Anna      23      12
Bert      41      147
-----------------------
=
-----------------------
Name      Paid    Due
-----------------------
Carl      9       3
Dora      310     56
-----------------------
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
| Carl | 9 | 3 |
| Dora | 310 | 56 |
`,
  ],
  [
    "a list over two pages",
    `
1.   Take the first of them
2.   Put it into the box
=
3.   Close the box again
4.   Go home
`,
    `
1. Take the first of them
2. Put it into the box

3. Close the box again
4. Go home
`,
  ],
  [
    "a word broken over two pages",
    `
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and the dog does re-
=
member it quite well, since it is clever. So the days go by.
`,
    `
The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and the dog does remember it quite well, since it is clever. So the days go by.
`,
  ],
  [
    "headings in bold type",
    `
*First part
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
.
.
*Second part
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
.
.
*Third part
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
`,
    `
## First part

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.

## Second part

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.

## Third part

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.
`,
  ],
  [
    "numbered headings",
    `
*1 Introduction
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
.
.
*1.1 Of foxes
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
.
.
*1.2 Of dogs
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
`,
    `
# 1 Introduction

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.

## 1.1 Of foxes

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.

## 1.2 Of dogs

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.
`,
  ],
  [
    "words broken at the ends of lines",
    `
The quick brown fox jumps over the lazy dog today, as it re-
members doing the day before. It will do so again if no-
thing gets in its way, and the dogs will remember, nothing
else.
`,
    `
The quick brown fox jumps over the lazy dog today, as it remembers doing the day before. It will do so again if nothing gets in its way, and the dogs will remember, nothing else.
`,
  ],
  [
    "a wide table",
    `
Year   Jan    Feb    Mar    Apr    May    Sum
2019   1      22     3      14     5      45
2020   10     2      13     4      55     84
2021   7      8      9      10     11     45
2022   17     18     19     20     21     95
`,
    `
| Year | Jan | Feb | Mar | Apr | May | Sum |
| --- | --- | --- | --- | --- | --- | --- |
| 2019 | 1 | 22 | 3 | 14 | 5 | 45 |
| 2020 | 10 | 2 | 13 | 4 | 55 | 84 |
| 2021 | 7 | 8 | 9 | 10 | 11 | 45 |
| 2022 | 17 | 18 | 19 | 20 | 21 | 95 |
`,
  ],
  [
    "a narrow first column",
    `
No   Item                Price
------------------------------
1    A box of pencils     4.50
2    Paper, white         7.00
3    Ink                 12.25
------------------------------
     Sum                 23.75
------------------------------
`,
    `
| No | Item | Price |
| --- | --- | --- |
| 1 | A box of pencils | 4.50 |
| 2 | Paper, white | 7.00 |
| 3 | Ink | 12.25 |
|  | Sum | 23.75 |
`,
  ],
  [
    "three header rows over rules",
    `
-----------------------------------
            Paid by members
          -------------------------
Name      First year  Second year
-----------------------------------
Anna      23          12
Bert      41          147
Carl      9           3
-----------------------------------
`,
    `
<table>
<tr><th rowspan="2">Name</th><th colspan="2">Paid by members</th></tr>
<tr><th>First year</th><th>Second year</th></tr>
<tr><td>Anna</td><td>23</td><td>12</td></tr>
<tr><td>Bert</td><td>41</td><td>147</td></tr>
<tr><td>Carl</td><td>9</td><td>3</td></tr>
</table>
`,
  ],
  [
    "filled rows with gaps",
    `
Item          Size     Color
.
Box           large    blue
.
Lid           small    red
.
Key           tiny     black
.
Handle        large    white
`,
    `
| Item | Size | Color |
| --- | --- | --- |
| Box | large | blue |
| Lid | small | red |
| Key | tiny | black |
| Handle | large | white |
`,
  ],
  [
    "a definition with a long text beside it",
    `
Box       What you put them into, if you have more than
          one of them, which is most often the case when
          you come home from the market.
.
.
Lid       What closes it, so that nothing falls out as
          long as it is carried.
`,
    `
Box

What you put them into, if you have more than one of them, which is most often the case when you come home from the market.

Lid

What closes it, so that nothing falls out as long as it is carried.
`,
  ],
  [
    "notes below the text",
    `
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
.
~1 A note about the foxes that were mentioned.
~2 Another note, about the dogs.
`,
    `
The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there. The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.

1 A note about the foxes that were mentioned.

2 Another note, about the dogs.
`,
  ],
  [
    "lists in letters",
    `
a)   Take the first of them
b)   Put it into the box
c)   Close the box again
`,
    `
- a) Take the first of them
- b) Put it into the box
- c) Close the box again
`,
  ],
  [
    "a paragraph after a list",
    `
•   Take the first of them
•   Put it into the box
.
After that, close the box again and take it home.
`,
    `
- Take the first of them
- Put it into the box

After that, close the box again and take it home.
`,
  ],
  [
    "a column of pictures' labels",
    `
Figure 1: The fox
.
.
.
Figure 2: The dog
`,
    `
Figure 1: The fox

Figure 2: The dog
`,
  ],
  [
    "prices in columns of their own",
    `
Apples    $    12.00    $     9.00
Pears     $     4.50    $    11.25
Plums     $   107.00    $     0.75
`,
    `
| Apples | $ | 12.00 | $ | 9.00 |
| --- | --- | --- | --- | --- |
| Pears | $ | 4.50 | $ | 11.25 |
| Plums | $ | 107.00 | $ | 0.75 |
`,
  ],
  [
    "a table with a column of text and numbers",
    `
-----------------------------------------
Test            Result    Normal    Unit
-----------------------------------------
Iron            14.2      5 – 20    mg/l
Sugar           98        70 – 99   mg/dl
Lead            < 0.1     < 0.5     mg/l
-----------------------------------------
`,
    `
| Test | Result | Normal | Unit |
| --- | --- | --- | --- |
| Iron | 14.2 | 5 – 20 | mg/l |
| Sugar | 98 | 70 – 99 | mg/dl |
| Lead | < 0.1 | < 0.5 | mg/l |
`,
  ],
  [
    "rows separated by rules",
    `
---------------------
Name      Paid    Due
---------------------
Anna      23      12
---------------------
Bert      41      147
---------------------
Carl      9       3
---------------------
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
| Carl | 9 | 3 |
`,
  ],
  [
    "rows of several lines separated by rules",
    `
-----------------------------
Name      What it says
-----------------------------
Anna      It says a lot of
Miller    things about it
-----------------------------
Bert      Nothing
-----------------------------
`,
    `
| Name | What it says |
| --- | --- |
| Anna Miller | It says a lot of things about it |
| Bert | Nothing |
`,
  ],
  [
    "two tables with rules",
    `
-----------------------
Name      Paid    Due
-----------------------
Anna      23      12
Bert      41      147
-----------------------
The second of the tables has other columns than the first.
-----------------------
Item          Price
-----------------------
Box           7
Lid           2
-----------------------
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |

The second of the tables has other columns than the first.

| Item | Price |
| --- | --- |
| Box | 7 |
| Lid | 2 |
`,
  ],
  [
    "a rule below a heading",
    `
^Of foxes
------------------------------------------------------------
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
`,
    `
# Of foxes

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.
`,
  ],
  [
    "a table whose cells have one line more",
    `
Item          Use                  Price
----------------------------------------
Box           to put things in,    12.00
              of any kind
----------------------------------------
Lid           to close it           3.50
----------------------------------------
Key           to open it again,     2.25
              if it was closed
----------------------------------------
`,
    `
| Item | Use | Price |
| --- | --- | --- |
| Box | to put things in, of any kind | 12.00 |
| Lid | to close it | 3.50 |
| Key | to open it again, if it was closed | 2.25 |
`,
  ],
  [
    "a table with a header of three lines",
    `
------------------------------------
           Amount    Amount    Left
           paid in   due in    over
Name       March     April     then
------------------------------------
Anna       23        12        11
Bert       41        147       5
Carl       9         3         6
------------------------------------
`,
    `
| Name | Amount paid in March | Amount due in April | Left over then |
| --- | --- | --- | --- |
| Anna | 23 | 12 | 11 |
| Bert | 41 | 147 | 5 |
| Carl | 9 | 3 | 6 |
`,
  ],
  [
    "a table whose header has units",
    `
--------------------------
Name    Length    Weight
        (m)       (kg)
--------------------------
Fox     1.20      6.5
Dog     0.95      22.0
Cat     0.60      4.1
--------------------------
`,
    `
| Name | Length (m) | Weight (kg) |
| --- | --- | --- |
| Fox | 1.20 | 6.5 |
| Dog | 0.95 | 22.0 |
| Cat | 0.60 | 4.1 |
`,
  ],
  [
    "a table in running text",
    `
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
.
.
Name      Paid    Due
Anna      23      12
Bert      41      147
Carl      9       3
.
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
`,
    `
The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.

| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
| Carl | 9 | 3 |

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.
`,
  ],
  [
    "a drawn table in running text",
    `
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
.
.
+---------+-------+-----+
| Name    | Paid  | Due |
+---------+-------+-----+
| Anna    | 23    | 12  |
+---------+-------+-----+
.
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
`,
    `
The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.

| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.
`,
  ],
  [
    "drawn cells with empty ones",
    `
+---------+-------+-----+
| Name    | Paid  | Due |
+---------+-------+-----+
| Anna    |       | 12  |
+---------+-------+-----+
| Bert    | 41    |     |
+---------+-------+-----+
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna |  | 12 |
| Bert | 41 |  |
`,
  ],
  [
    "drawn cells with a title over all",
    `
+-----------------------+
| Payments of the year  |
+---------+-------+-----+
| Name    | Paid  | Due |
+---------+-------+-----+
| Anna    | 23    | 12  |
+---------+-------+-----+
`,
    `
<table>
<tr><th colspan="3">Payments of the year</th></tr>
<tr><td>Name</td><td>Paid</td><td>Due</td></tr>
<tr><td>Anna</td><td>23</td><td>12</td></tr>
</table>
`,
  ],
  [
    "drawn columns without lines between rows",
    `
+---------+-------+-----+
| Anna    | 23    | 12  |
| Bert    | 41    | 147 |
| Carl    | 9     | 3   |
| Dora    | 310   | 56  |
+---------+-------+-----+
`,
    `
| Anna | 23 | 12 |
| --- | --- | --- |
| Bert | 41 | 147 |
| Carl | 9 | 3 |
| Dora | 310 | 56 |
`,
  ],
  [
    "a drawn table with a wide text",
    `
+------+------------------------------+
| Box  | What you put them into, if   |
|      | you have more than one       |
+------+------------------------------+
| Lid  | What closes it               |
+------+------------------------------+
`,
    `
| Box | What you put them into, if you have more than one |
| --- | --- |
| Lid | What closes it |
`,
  ],
  [
    "two drawn tables beside each other",
    `
+-----+-----+      +-----+-----+
| a   | 1   |      | c   | 3   |
+-----+-----+      +-----+-----+
| b   | 2   |      | d   | 4   |
+-----+-----+      +-----+-----+
`,
    `
| a | 1 |
| --- | --- |
| b | 2 |

| c | 3 |
| --- | --- |
| d | 4 |
`,
  ],
  [
    "a timetable",
    `
Stop           Mon-Fri    Sat      Sun
Station        6.15       7.15     -
Town hall      6.21       7.21     -
Market         6.25       7.25     9.00
Hospital       6.32       7.32     9.07
`,
    `
| Stop | Mon-Fri | Sat | Sun |
| --- | --- | --- | --- |
| Station | 6.15 | 7.15 | - |
| Town hall | 6.21 | 7.21 | - |
| Market | 6.25 | 7.25 | 9.00 |
| Hospital | 6.32 | 7.32 | 9.07 |
`,
  ],
  [
    "a numbered list with paragraphs",
    `
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
.
.
1.   Take the first box and put it down.
2.   Open it, and take everything out that is in it, one by
     one, until it is empty.
3.   Close it.
.
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
`,
    `
The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.

1. Take the first box and put it down.
2. Open it, and take everything out that is in it, one by one, until it is empty.
3. Close it.

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.
`,
  ],
  [
    "a list with bullets of two levels",
    `
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
.
.
•    One kind
     –    red
     –    blue
•    Another kind, which takes a longer text that continues in
     the next line
.
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
`,
    `
The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.

- One kind
  - red
  - blue
- Another kind, which takes a longer text that continues in the next line

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.
`,
  ],
  [
    "a list between headings",
    `
*Parts
.
.
•    One
•    Two
.
.
.
*Tools
.
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
.
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
`,
    `
## Parts

- One
- Two

## Tools

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.
`,
  ],
  [
    "a heading of two lines",
    `
^A long heading that needs
.
^two lines
.
.
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
.
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
`,
    `
# A long heading that needs two lines

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.
`,
  ],
  [
    "code in text",
    `
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
.
.
\`let fox = new Fox();
\`fox.jump(dog);
.
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
.
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
`,
    `
The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.

\`\`\`
let fox = new Fox();
fox.jump(dog);
\`\`\`

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.
`,
  ],
  [
    "a formula in text",
    `
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
.
.
.
          a = b + c2
.
.
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
.
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
`,
    `
The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.

a = b + c2

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.
`,
  ],
  [
    "the captions of figures",
    `
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
.
.
.
.
Figure 3. The fox and the dog, seen from the left side.
.
.
.
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
.
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
`,
    `
The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.

Figure 3. The fox and the dog, seen from the left side.

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.
`,
  ],
  [
    "a quotation set in",
    `
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
.
.
     Whatever you say about the fox, it is quick, and
     nobody will ever deny that.
.
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
.
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
`,
    `
The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.

Whatever you say about the fox, it is quick, and nobody will ever deny that.

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.
`,
  ],
  [
    "columns of terms",
    `
Fox       Hund      Perro
Dog       Katze     Gato
Cat       Fuchs     Zorro
`,
    `
| Fox | Hund | Perro |
| --- | --- | --- |
| Dog | Katze | Gato |
| Cat | Fuchs | Zorro |
`,
  ],
  [
    "a table of contents with numbers",
    `
1      Introduction             1
1.1    Of foxes                 3
1.2    Of dogs                 12
2      The end                 20
`,
    `
| 1 | Introduction | 1 |
| --- | --- | --- |
| 1.1 | Of foxes | 3 |
| 1.2 | Of dogs | 12 |
| 2 | The end | 20 |
`,
  ],
  [
    "letters and sums of money in columns",
    `
A    Rent            1,200.00
B    Heating           180.50
C    Water              42.75
     Total           1,423.25
`,
    `
| A | Rent | 1,200.00 |
| --- | --- | --- |
| B | Heating | 180.50 |
| C | Water | 42.75 |
|  | Total | 1,423.25 |
`,
  ],
  [
    "rows with a missing first cell",
    `
-----------------------
Name      Paid    Due
-----------------------
Anna      23      12
          24      13
Bert      41      147
          42      148
-----------------------
`,
    `
| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
|  | 24 | 13 |
| Bert | 41 | 147 |
|  | 42 | 148 |
`,
  ],
  [
    "rules around a heading",
    `
------------------------------------------------------------
*Of foxes and dogs
------------------------------------------------------------
.
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
.
.
The quick brown fox jumps over the lazy dog today, as it did
the day before, in the very same field, and will do so again
if nothing gets in its way. Nobody minds the dogs there, and
they mind nobody, as far as anybody knows who has been there.
`,
    `
# Of foxes and dogs

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.

The quick brown fox jumps over the lazy dog today, as it did the day before, in the very same field, and will do so again if nothing gets in its way. Nobody minds the dogs there, and they mind nobody, as far as anybody knows who has been there.
`,
  ],
];

describe("a picture", () => {
  it.each(pictures)("of %s is read as people see it", async (_, picture, markdown) => {
    const drawn = drawnPages(picture.slice(1, -1));
    const pages = drawn.map(({ page }) => page);
    const { content } = await extractStructure(readerOf(drawn).reader, { ...noOptions, pages });
    expect(content).toBe(markdown.slice(1, -1));
  });
});
