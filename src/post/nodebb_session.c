/* SPDX-License-Identifier: MIT */
/* NodeBB: who the robot is, pictures, and reading private messages. 1.x wants a session for these,
 * opened with the robot's password; from 3 on the token is enough. */

#include "post/nodebb_p.h"
#include "post/secret.h"

/* ---- users ---- */

static enum rc ask_user(struct forum *forum, const char *name, uint64_t *uid, struct err *err)
{
    char *escaped = curl_easy_escape(NULL, name, 0);
    struct http_request request = {.closed_is_known = true};
    OWN(http_answer) answer = {0};
    OWN(buf) path = {0};

    buf_printf(&path, "/api/user/username/%s", escaped ? escaped : "");
    curl_free(escaped);
    request.path = buf_text(&path);
    TRY(http_ask(&forum->http, &request, &answer, err));
    *uid = answer.status == 200 ? forum_number(json_object_get(answer.json, "uid")) : 0;
    return RC_OK;
}

enum rc nodebb_find_user(struct forum *forum, const char *name, uint64_t *uid, struct err *err)
{
    const char *colon = strchr(name, ':');
    int64_t number;

    if (!colon || !text_to_int(name, (size_t)(colon - name), &number) || number <= 0)
        return ask_user(forum, name, uid, err);
    *uid = (uint64_t)number;
    return RC_OK;
}

enum rc nodebb_who(struct forum *forum, struct err *err)
{
    uint64_t uid = 0;

    if (!forum->uid)
        TRY(ask_user(forum, forum->robot, &uid, err));
    if (forum->uid)
        return RC_OK;
    FAIL_IF(!uid, err, RC_CONFIG, "forum ", forum->http.url, " knows no account called '",
            forum->robot, "'; if the robot was renamed, correct [forum] robot");
    forum->uid = uid;
    return RC_OK;
}

/* ---- a session ---- */

static bool needs_session(const struct forum *forum)
{
    return !((const struct nodebb_dialect *)forum->dialect)->is_3;
}

/* Each session has a token that every form must repeat. */
static enum rc read_csrf(struct forum *forum, struct err *err)
{
    OWN(http_answer) answer = {0};
    struct text text;

    TRY(http_get(&forum->http, NULL, &answer, err, "/api/config"));
    text_init(&text, forum->http.csrf, sizeof forum->http.csrf);
    text_put(&text, forum_string(answer.json, "csrf_token"));
    if (text.cut || strpbrk(forum->http.csrf, "\r\n"))
        forum->http.csrf[0] = '\0';
    return forum->http.csrf[0] ? RC_OK : forum_bad_answer(forum, "/api/config", err);
}

static void csrf_header(const struct forum *forum, struct buf *header)
{
    buf_printf(header, "x-csrf-token: %s", forum->http.csrf);
}

static enum rc log_in(struct forum *forum, const char *password, struct err *err)
{
    char *secret = curl_easy_escape(NULL, password, 0);
    OWN_WIPED(buf) form = {0}, header = {0};
    struct http_answer answer;
    enum rc rc;

    buf_reserve(&form, 1024);
    buf_printf(&form, "username=%s&password=%s", forum->robot_path, secret ? secret : "");
    csrf_header(forum, &header);
    rc = secret && !form.failed ? http_ask(&forum->http,
                                           &(struct http_request){.path = "/login",
                                                                  .form = buf_text(&form),
                                                                  .header = buf_text(&header),
                                                                  .closed_is_known = true},
                                           &answer, err)
                                : ERR(err, RC_NO_MEMORY, "out of memory for a forum");
    if (rc == RC_OK) {
        if (answer.status != 200)
            rc = ERR(err, RC_LOGIN, "forum ", forum->http.url,
                     " refuses the robot's password: correct what password_file holds");
        http_answer_fini(&answer);
    }
    if (secret)
        explicit_bzero(secret, strlen(secret));
    curl_free(secret);
    return rc;
}

/* out    *open: false where there is no password, and none of this can be had */
static enum rc open_session(struct forum *forum, bool *open, struct err *err)
{
    OWN_WIPED(buf) password = {0};
    enum rc rc;

    *open = forum->http.csrf[0] != '\0' || !needs_session(forum);
    if (*open || !forum->http.to.password_file)
        return RC_OK;
    rc = secret_from_file(forum->http.to.password_file, &password, err);
    THEN(rc, read_csrf(forum, err));
    THEN(rc, log_in(forum, buf_text(&password), err));
    if (rc == RC_OK)
        rc = read_csrf(forum, err); /* of the session that is logged in */
    else
        forum->http.csrf[0] = '\0';
    *open = rc == RC_OK;
    return rc;
}

/* ---- pictures ---- */

static void take_url(const struct forum *forum, const json_t *json, struct buf *url)
{
    const json_t *images = json_object_get(json_object_get(json, "response"), "images");
    const char *made = forum_string(json_array_get(images ? images : json, 0), "url");

    if (!made[0] || strpbrk(made, " ()<>\r\n"))
        return;
    if (made[0] == '/') /* phones and mails read it without the page's own address */
        buf_put(url, forum->http.url);
    buf_put(url, made);
}

enum rc nodebb_upload(struct forum *forum, const char *png, size_t length, struct buf *url,
                      struct forum_result *result, struct err *err)
{
    char category[TEXT_INT_BYTES];
    struct http_file file = {.field = "files[]",
                             .name = "board.png",
                             .type = "image/png",
                             .bytes = png,
                             .length = length,
                             .more = "cid",
                             .more_value = text_of_int(category, (int64_t)forum->category)};
    OWN_WIPED(buf) header = {0};
    OWN(http_answer) answer = {0};
    bool open;

    TRY(open_session(forum, &open, err));
    if (!open)
        return RC_OK;
    if (needs_session(forum))
        csrf_header(forum, &header);
    TRY(http_ask(&forum->http,
                 &(struct http_request){.path = "/api/post/upload",
                                        .file = &file,
                                        .header = header.length ? buf_text(&header) : NULL,
                                        .closed_is_known = true},
                 &answer, err));
    if (answer.status == 200)
        take_url(forum, answer.json, url);
    else
        forum_refuse(result, POST_PERMANENT, "the forum takes no picture");
    if (answer.status == 401 || answer.status == 403)
        forum->http.csrf[0] = '\0'; /* the session ended: the next picture opens another */
    return RC_OK;
}

/* ---- private messages ---- */

typedef enum rc (*room_fn)(void *user, struct forum *forum, const json_t *message, struct err *err);

static enum rc get_chats(struct forum *forum, uint64_t room, struct http_answer *answer,
                         struct err *err)
{
    char *robot = curl_easy_escape(NULL, forum->robot, 0);
    struct http_request request = {.closed_is_known = true};
    OWN(buf) path = {0};

    for (char *c = robot; c && *c; c++) /* as in addresses of pages */
        *c = text_lower(*c);
    buf_printf(&path, "/api/user/%s/chats", robot ? robot : "");
    if (room)
        buf_printf(&path, "/%llu", (unsigned long long)room);
    curl_free(robot);
    request.path = buf_text(&path);
    TRY(http_ask(&forum->http, &request, answer, err));
    if (answer->status == 200 && json_is_object(answer->json))
        return RC_OK;
    if (answer->status == 401 || answer->status == 403)
        forum->http.csrf[0] = '\0';
    http_answer_fini(answer);
    return ERR(err, RC_LATER, "forum ", forum->http.url, " does not show the robot's messages");
}

static enum rc walk_room(struct forum *forum, uint64_t room, room_fn fn, void *user,
                         struct err *err)
{
    OWN(http_answer) answer = {0};
    const json_t *message;
    size_t index;
    enum rc rc = get_chats(forum, room, &answer, err);

    TRY(rc);
    json_array_foreach(json_object_get(answer.json, "messages"), index, message)
        THEN(rc, fn(user, forum, message, err));
    return rc;
}

/* Look into the rooms where something was said since a time. */
static enum rc walk_rooms(struct forum *forum, int64_t since_s, room_fn fn, void *user,
                          struct err *err)
{
    OWN(http_answer) answer = {0};
    const json_t *room;
    size_t index;
    enum rc rc = get_chats(forum, 0, &answer, err);

    TRY(rc);
    json_array_foreach(json_object_get(answer.json, "rooms"), index, room) {
        uint64_t said = forum_number(json_object_get(json_object_get(room, "teaser"), "timestamp"));

        if (rc == RC_OK && (int64_t)(said / 1000) >= since_s)
            rc = walk_room(forum, forum_number(json_object_get(room, "roomId")), fn, user, err);
    }
    return rc;
}

/* ---- the category ---- */

/* Told to who is logged in; anybody else is told what a guest may. */
enum rc nodebb_may_open(struct forum *forum, bool *may, struct err *err)
{
    struct http_request request = {.closed_is_known = true};
    OWN(http_answer) answer = {0};
    OWN(buf) path = {0};
    const json_t *told;
    bool open;

    TRY(open_session(forum, &open, err));
    if (!open)
        return RC_OK;
    buf_printf(&path, "/api/category/%llu", (unsigned long long)forum->category);
    request.path = buf_text(&path);
    TRY(http_ask(&forum->http, &request, &answer, err));
    told = json_object_get(json_object_get(answer.json, "privileges"), "topics:create");
    *may = answer.status == 200 && !json_is_false(told);
    return RC_OK;
}

/* ---- a user's room ---- */

/* Are these the robot and this user, and nobody else? Whoever left a room reads nothing there. */
static bool is_room_of(const struct forum *forum, const json_t *users, uint64_t uid)
{
    bool has = false;
    const json_t *user;
    size_t index;

    json_array_foreach(users, index, user) {
        const struct forum_post who = {.user = forum_number(json_object_get(user, "uid")),
                                       .author = forum_string(user, "username")};

        if (who.user == uid)
            has = true;
        else if (!forum_is_own(forum, &who))
            return false;
    }
    return has;
}

static struct forum_room *remembered(const struct forum *forum, uint64_t uid)
{
    for (size_t i = 0; i < forum->room_count; i++)
        if (forum->rooms[i].user == uid)
            return &forum->rooms[i];
    return NULL;
}

void nodebb_note_room(struct forum *forum, uint64_t uid, uint64_t room)
{
    struct forum_room *old = remembered(forum, uid), *more;

    if (!old) {
        more = realloc(forum->rooms, (forum->room_count + 1) * sizeof *more);
        if (!more)
            return; /* the next message looks through the list, or opens another */
        forum->rooms = more;
        old = &more[forum->room_count++];
        old->user = uid;
    }
    old->room = room;
}

/* The list shows the rooms in which something was said last. */
static enum rc look_in_list(struct forum *forum, uint64_t uid, uint64_t *room, struct err *err)
{
    OWN(http_answer) answer = {0};
    const json_t *row;
    size_t index;

    TRY(get_chats(forum, 0, &answer, err));
    json_array_foreach(json_object_get(answer.json, "rooms"), index, row)
        if (!*room && is_room_of(forum, json_object_get(row, "users"), uid))
            *room = forum_number(json_object_get(row, "roomId"));
    return RC_OK;
}

static enum rc look_in_room(struct forum *forum, uint64_t uid, uint64_t *room, struct err *err)
{
    const struct forum_room *known = remembered(forum, uid);
    OWN(http_answer) answer = {0};

    if (!known)
        return RC_OK;
    TRY(get_chats(forum, known->room, &answer, err));
    if (is_room_of(forum, json_object_get(answer.json, "users"), uid))
        *room = known->room;
    return RC_OK;
}

enum rc nodebb_find_room(struct forum *forum, uint64_t uid, uint64_t *room, struct err *err)
{
    struct err own = {0};
    bool open = false;
    enum rc rc = open_session(forum, &open, &own);

    *room = 0;
    if (rc == RC_OK && open)
        rc = look_in_room(forum, uid, room, &own);
    if (rc == RC_LATER) { /* it was closed */
        err_clear(&own);
        rc = RC_OK;
    }
    if (rc == RC_OK && open && !*room)
        rc = look_in_list(forum, uid, room, &own);
    FAIL_IF(rc == RC_STOPPED || rc == RC_NO_MEMORY, err, rc, own.text);
    if (*room) /* what cannot be seen is no reason to say nothing */
        nodebb_note_room(forum, uid, *room);
    return RC_OK;
}

/* ---- what was written ---- */

struct listener {
    int64_t since_s;
    forum_post_fn fn;
    void *user;
};

static enum rc hear(void *user, struct forum *forum, const json_t *message, struct err *err)
{
    const struct listener *listener = user;
    struct forum_post post = {
        .kind = FORUM_IS_MESSAGE,
        .id = forum_number(json_object_get(message, "messageId")),
        .user = forum_number(json_object_get(message, "fromuid")),
        .author = forum_string(json_object_get(message, "fromUser"), "username"),
        .title = "",
        .html = forum_string(message, "content"),
        .created_s = (int64_t)(forum_number(json_object_get(message, "timestamp")) / 1000)};

    (void)forum;
    return post.id && post.created_s >= listener->since_s ? listener->fn(listener->user, &post, err)
                                                          : RC_OK;
}

enum rc nodebb_messages(struct forum *forum, int64_t since_s, forum_post_fn fn, void *user,
                        struct err *err)
{
    struct listener listener = {since_s, fn, user};
    bool open;

    TRY(open_session(forum, &open, err));
    return open ? walk_rooms(forum, since_s, hear, &listener, err) : RC_OK;
}

struct seeker {
    const char *mark;
    char *made;
};

static enum rc seek(void *user, struct forum *forum, const json_t *message, struct err *err)
{
    struct seeker *seeker = user;

    (void)err;
    if (forum_number(json_object_get(message, "fromuid")) == forum->uid &&
        forum_has_mark(forum_string(message, "content"), seeker->mark))
        forum_set_made(seeker->made, forum_number(json_object_get(message, "messageId")), 0);
    return RC_OK;
}

enum rc nodebb_find_message(struct forum *forum, const struct forum_text *text,
                            char made[FORUM_ID_BYTES], struct err *err)
{
    struct seeker seeker = {text->mark, made};
    bool open;

    TRY(open_session(forum, &open, err));
    return open ? walk_rooms(forum, 0, seek, &seeker, err) : RC_OK;
}
