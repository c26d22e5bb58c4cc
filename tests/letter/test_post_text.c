/* SPDX-License-Identifier: MIT */
/* What of a forum post is for the robot. HTML as NodeBB 1.4 and Discourse make it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "letter/post_text.h"
#include "tests/test.h"

static void expect(const char *html, bool all, const char *orders)
{
    OWN(post_text) text = {0};

    assert_int_equal(post_text_read(html, strlen(html), "gm", all, &text, NULL), RC_OK);
    assert_string_equal(buf_text(&text.orders), orders);
}

TEST(code_blocks_and_lines_behind_a_mark_are_for_the_robot)
{
    expect("<p>Nice try!</p>\n<p>! thief c4 c5<br />\nand so on</p>\n"
           "<pre><code>card 4\nend\n</code></pre>",
           false, "thief c4 c5\ncard 4\nend\n");
    expect("<p>I think thief c4 c5 would be bad.</p><p>card 4</p>", false, "");
    expect("<p>!thief c4 &amp; <b>c5</b></p>", false, "thief c4 & c5\n");
    expect("<pre><code class=\"lang-auto\">! end</code></pre>", false, "end\n");
    expect("<p>inline <code>thief c4</code> is talk</p>", false, "");
}

TEST(the_robots_name_begins_a_line_for_it)
{
    expect("<p><a class=\"plugin-mentions-a\" href=\"x\">@GM</a>: games</p>", false, "games\n");
    expect("<p><a class=\"mention\" href=\"/u/gm\">@gm</a>, help</p>", false, "help\n");
    expect("<p>@gm</p><p>@gmx games</p><p>ask @gm games</p>", false, "");
    expect("<p>Who plays? @gm, I do</p><p>Well … @gm games</p>", false, "I do\n");
    expect("<p>I do, @gm!</p><p>thanks, @gmx</p><p>not you, @gm but Bob</p>", false, "I do\n");
}

TEST(quotes_are_never_orders)
{
    expect("<blockquote>\n<p>! thief c4</p>\n<pre><code>card 4\n</code></pre></blockquote>"
           "<p>so what?</p>",
           false, "");
    expect("<aside class=\"quote no-group\" data-username=\"bob\"><div class=\"title\">! bob:</div>"
           "<blockquote><p>! end</p><pre><code>end</code></pre></blockquote></aside>"
           "<p>! end</p>",
           false, "end\n");
    expect("<blockquote><p>! end</p></blockquote><p>yes</p>", true, "yes\n");
    expect("<pre><code>&gt; thief c4\nend</code></pre>", false, "> thief c4\nend\n");
}

TEST(soup_is_read_without_harm)
{
    expect("<p>! end<script>! card 9</script><style>! x</style></div></p></blockquote><b><i>",
           false, "end\n");
    expect("<p><pre><pre>one</p><blockquote>two<pre>three", false, "one\n");
    expect("! bare text\n! in one line", false, "bare text ! in one line\n");
    expect("<p>\x01 card 4</p>", false, "");
    expect("<p>\xff\xfe! end</p><p>! \xff</p>", false, "\xEF\xBF\xBD\n");
    expect("", false, "");
}

TEST(a_private_message_is_for_the_robot_as_a_whole)
{
    expect("<p>games<br/>! help</p>", true, "games\nhelp\n");
}

TESTS(NULL, NULL)
