/* SPDX-License-Identifier: MIT */
/* Marks of answers before a subject, as mail programs of many languages write them. */
#include "base/text.h"
#include "letter/subject.h"
#include "tests/rows.h"
#include "tests/test.h"

TEST(marks_of_answers_are_left_out)
{
    ROWS_EACH(row, "tests/letter/subject.rows", "marks_of_answers_are_left_out")
        if (!text_equal(subject_bare(row.cell[0]), "hello"))
            fail_msg("%s gives %s", row.cell[0], subject_bare(row.cell[0]));
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
