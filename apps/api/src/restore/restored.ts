import { moodTexts } from '@nuances/domain/moods/texts';
import { noteTexts } from '@nuances/domain/note/texts';
import { scanTexts } from '@nuances/domain/scan/texts';
import * as z from 'zod';

const [scanExample] = scanTexts._id.answered.examples;
const [moodExample] = moodTexts._id.answered.examples;
const [noteExample] = noteTexts._id.answered.examples;

export const idsText = { description: 'Ids of scans.', examples: [[scanExample]] };
export const noteRevisionsText = {
  description: 'Notes with the revision that they were given: a deleted note that comes back continues its own.',
  examples: [[{ _id: noteExample, revision: 1 }]],
};

/** What was added: ids that were new. */
export const restoredSchema = z
  .object({
    scans: z.array(z.string()).meta(idsText),
    notes: z
      .array(
        z.object({
          _id: z.string().meta({ description: 'A UUID, in lower case.', examples: [noteExample] }),
          revision: z.int().meta(noteTexts.revision.answered),
        }),
      )
      .meta(noteRevisionsText),
    moods: z.array(z.string()).meta({ description: 'Ids of parts of moods.', examples: [[moodExample]] }),
  })
  .meta({ id: 'Restored' });
