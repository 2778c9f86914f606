import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';

const titleBytes = 30;
const textBytes = 1_000;
const rowsPerInsert = 500;

const categories = ['other', 'red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple'];
const sentence =
  'Ce soir j’ai marché au bord du fleuve et tout devient plus calme, le cœur léger, prêt à recommencer demain. ';

/** A text of this many bytes, different for each note. */
function textOf(index: number, bytes: number): string {
  const from = (index * 7) % sentence.length;
  const text = `${index} ${sentence.slice(from)}${sentence.repeat(Math.ceil(bytes / sentence.length))}`;
  return Buffer.from(text).subarray(0, bytes).toString().replaceAll('\uFFFD', '.');
}

/** An envelope, made with Node's own crypto. */
function seal(key: Buffer, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** The envelope of tags, sealed with a key (hexadecimal). */
export const sealTags = (userKey: string, tags: readonly string[]): string =>
  seal(Buffer.from(userKey, 'hex'), JSON.stringify(tags));

/** What a note says, half an hour before the last one. */
function noteOf(index: number) {
  return {
    title: textOf(index, titleBytes),
    text: textOf(index, textBytes),
    categoryId: categories[index % categories.length] ?? 'other',
    at: new Date(Date.now() - index * 1_800_000),
  };
}

/** Stores `count` notes of one account, half an hour apart, sealed with its key (hexadecimal), straight into the database. */
export async function insertNotes(sql: Sql, userId: string, userKey: string, count: number): Promise<void> {
  const key = Buffer.from(userKey, 'hex');
  for (let from = 0; from < count; from += rowsPerInsert) {
    const rows = Array.from({ length: rowsPerInsert }, (_, offset) => {
      const { title, text, categoryId, at } = noteOf(from + offset);
      return {
        user_id: userId,
        id: randomUUID(),
        title_sealed: seal(key, title),
        text_sealed: seal(key, text),
        category_id: categoryId,
        revision: 1,
        created_at: at,
        updated_at: at,
      };
    });
    await sql`insert into notes ${sql(rows)}`;
  }
}
