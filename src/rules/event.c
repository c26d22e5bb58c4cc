/* SPDX-License-Identifier: MIT */
/* Adds events and their arguments. Sentences for them are found in src/tell. */
#include "rules/event.h"

#include <stddef.h>

struct event *event_add(struct event_list *list, unsigned kind)
{
    struct event *event;

    if (!list)
        return NULL;
    if (list->count == EVENTS_MAX) {
        list->lost++;
        return NULL;
    }
    event = &list->at[list->count++];
    event->kind = (uint16_t)kind;
    event->count = 0;
    return event;
}

struct event *event_arg(struct event *event, enum event_arg_type type, int value)
{
    if (!event || event->count == EVENT_ARGS_MAX)
        return event;
    event->arg[event->count].type = (uint8_t)type;
    event->arg[event->count].value = (int16_t)value;
    event->count++;
    return event;
}
