/* SPDX-License-Identifier: MIT */
/* Marks of answers before a subject, as mail programs of many languages write them. */
#include "base/text.h"
#include "letter/subject.h"
#include "tests/test.h"

TEST(marks_of_answers_are_left_out)
{
    static const char *const subjects[] = {
        "hello",           "Re: hello",         "RE: hello",         "re:hello",
        "Re: Re: hello",   "AW: Re: AW: hello", "Antw: hello",       "R: hello",
        "RIF: R: hello",   "SV: hello",         "Sv: Vs: VS: hello", "Odp: hello",
        "YNT: hello",      "RES: hello",        "Re[2]: hello",      "Re(3): hello",
        "Re^4: hello",     "Re : hello",        "  Re:   hello",     "回复：hello",
        "回复: Re: hello", "Отв: hello",        "תשובה: hello",
    };

    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++)
        if (!text_equal(subject_bare(subjects[i]), "hello"))
            fail_msg("%s gives %s", subjects[i], subject_bare(subjects[i]));
}

TEST(all_else_stays)
{
    static const char *const subjects[] = {
        "Fwd: hello", "Rook: e4", "Report: hello", "Re[x]: a", "Re hello", "Res 3 gest",
        "r",          "Re[2",     "R(: x",         "Reply: x", ":"};

    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++)
        assert_string_equal(subject_bare(subjects[i]), subjects[i]);
    assert_string_equal(subject_bare(""), "");
    assert_string_equal(subject_bare("Re:"), "");
    assert_string_equal(subject_bare("Re: Re: "), "");
}

TESTS(NULL, NULL)
