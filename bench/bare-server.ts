/**
 * Reference for the routes of the product: Fastify, fast-jwt and postgres.js with the minimal work. Each route verifies
 * an access token, reads the session by its primary key and runs the statements that the call needs, on the same
 * tables, with the same pool and durability. It has no rules, no error handling and no headers.
 * routes.ts starts it as a process; it prints its port.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createSigner, createVerifier } from 'fast-jwt';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import * as z from 'zod';
import { openSql } from './open-sql.ts';

const env = z
  .object({ BENCH_DATABASE_URL: z.string(), BENCH_TOKEN_KEY: z.string(), BENCH_POOL: z.coerce.number() })
  .parse(process.env);

const sql = openSql(env.BENCH_DATABASE_URL, env.BENCH_POOL);
const verify = createVerifier({ key: env.BENCH_TOKEN_KEY, algorithms: ['HS256'] });
const sign = createSigner({ key: env.BENCH_TOKEN_KEY, algorithm: 'HS256', expiresIn: 900_000 });

const claims = z.object({ sub: z.string(), sid: z.string() });
const newScan = z.object({ answers: z.array(z.number()), duration: z.number() });
const newNote = z.object({ title: z.string(), text: z.string(), categoryId: z.string() });
const refresh = z.object({ refreshToken: z.string() });

interface Owner {
  readonly userId: string;
  readonly role: string;
}

/** The owner of the valid session in the token; null without one. */
async function ownerOf(request: FastifyRequest): Promise<Owner | null> {
  const { sub, sid } = claims.parse(verify(request.headers.authorization?.slice('Bearer '.length) ?? ''));
  const [session] = await sql<Owner[]>`
    select sessions.user_id as "userId", users.role from sessions join users on users.id = sessions.user_id
    where sessions.id = ${sid} and expires_at > now() and absolute_expires_at > now()`;
  return session?.userId === sub ? session : null;
}

type Work = (owner: Owner, request: FastifyRequest) => Promise<unknown>;

/** A route that only the owner of a session may call. */
const owned = (work: Work) => async (request: FastifyRequest, reply: FastifyReply) => {
  const owner = await ownerOf(request);
  return owner ? work(owner, request) : reply.code(401).send();
};

const app = fastify();

app.post(
  '/results',
  owned(async ({ userId }, { body }) => {
    const { answers, duration } = newScan.parse(body);
    const id = randomUUID();
    const scoring = answers.reduce((sum, answer) => sum + 2 * answer - 10, 0);
    const createdAt = new Date();
    await sql`
      with stored as (
        insert into scans (user_id, id, answers, scoring, duration_s, created_at, received_at)
        values (${userId}, ${id}, ${answers}, ${scoring}, ${duration}, ${createdAt}, now()) returning id
      )
      insert into usage_events (user_id, kind, at, duration_s)
      select users.id, 'scan', now(), ${duration} from users where users.id = ${userId} for key share`;
    return { _id: id, result: { _id: id, answers, scoring, duration, createdAt } };
  }),
);

app.get(
  '/results',
  owned(
    ({ userId }) => sql`
      with opened as (insert into usage_events (user_id, kind, at) values (${userId}, 'history_opened', now()))
      select id as "_id", scoring, answers, created_at as "createdAt" from scans
      where user_id = ${userId} order by created_at desc, id`,
  ),
);

app.post(
  '/notes',
  owned(async ({ userId }, { body }) => {
    const { title, text, categoryId } = newNote.parse(body);
    const [note] = await sql`
      with stored as (
        insert into notes (user_id, id, title_sealed, text_sealed, category_id, revision, created_at, updated_at)
        values (${userId}, ${randomUUID()}, ${title}, ${text}, ${categoryId}, 1, now(), now()) returning *
      ), counted as (
        insert into usage_events (user_id, kind, at)
        select users.id, 'note_created', now() from users where users.id = ${userId} for key share
      )
      select id as "_id", title_sealed as title, text_sealed as text, category_id as "categoryId", revision,
        created_at as "createdAt" from stored`;
    return { note };
  }),
);

app.get(
  '/profile',
  owned(async ({ userId }) => {
    const [profile] = await sql`
      select username, first_name, last_name, email, email_verified_at, pending_email, date_of_birth, country_of_residency,
        gender, passion, mission, vocation, profession, birth_time, birth_place, locale, role
      from users where id = ${userId}`;
    return profile;
  }),
);

app.post('/refresh', async ({ body }, reply) => {
  const { refreshToken } = refresh.parse(body);
  const sid = createHash('sha256').update(refreshToken).digest('hex');
  const [session] = await sql<{ userId: string }[]>`
    update sessions set expires_at = least(now() + interval '30 days', absolute_expires_at), last_seen_at = now()
    where id = ${sid} and expires_at > now() and absolute_expires_at > now() returning user_id as "userId"`;
  return session ? { shortToken: sign({ sub: session.userId, sid }) } : reply.code(401).send();
});

await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.stdout.write(`${typeof address === 'object' && address !== null ? address.port : 0}\n`);
