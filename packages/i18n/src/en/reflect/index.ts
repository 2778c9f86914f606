import type { BaseNamespace } from '../../namespace';

export default {
  red: {
    negative: {
      1: 'Where in your body do you feel this anger, right now?',
      2: 'What is this anger trying to protect?',
      3: 'What would help you feel a little safer now: a pause, a word, some distance?',
    },
    positive: {
      1: 'How does your body know that it can rest here?',
      2: 'Who or what are you leaning on right now?',
      3: 'Who could you lend a little of this calm to this week?',
    },
  },
  orange: {
    negative: {
      1: 'What is stuck, if you say it in a single sentence?',
      2: 'What were you hoping for, exactly, and what would already be enough?',
      3: 'Which part, however tiny, is in your hands tomorrow?',
    },
    positive: {
      1: 'What is enough for you right now, just as it is?',
      2: 'What did you do, or let happen, that fills you like this?',
      3: 'What would you like to keep of this moment for an emptier day?',
    },
  },
  yellow: {
    negative: {
      1: 'If this sadness were a landscape, what would it look like?',
      2: 'What do you need right now: quiet, gentleness, company, sleep?',
      3: 'What small thing would soften the next hour?',
    },
    positive: {
      1: 'Where does this joy live: in your face, your chest, your hands?',
      2: 'Which exact moment did it come from?',
      3: 'Who would you like to share it with, and how?',
    },
  },
  green: {
    negative: {
      1: 'At what time of day does this loneliness press hardest?',
      2: 'What kind of company would do you good: a listening ear, a laugh, a shared silence?',
      3: 'What one kind thing could you do for yourself before you sleep?',
    },
    positive: {
      1: 'What tone are you taking with yourself today?',
      2: 'Which recent choice, made for your own sake, is doing you good?',
      3: 'Which way of caring for yourself would you like to keep for a hard day?',
    },
  },
  cyan: {
    negative: {
      1: 'What seems to be working against you right now?',
      2: 'What would let you breathe: some time, a helping hand, a bit of good news?',
      3: 'What small step would help?',
    },
    positive: {
      1: 'What is falling into place right now?',
      2: 'Which choice, small or large, opened this way?',
      3: 'Which next step would go the same way?',
    },
  },
  blue: {
    negative: {
      1: 'What is this hate doing to your body and your thoughts, right now?',
      2: 'What hurt, underneath, is asking to be heard?',
      3: 'What would let you unclench your fists, even for ten minutes?',
    },
    positive: {
      1: 'What does this peace look like: a place, a time of day, a face?',
      2: 'What did you let go of to make room for it?',
      3: 'Where could you bring a little of it tomorrow?',
    },
  },
  purple: {
    negative: {
      1: 'Which memory, season or song carries this melancholy?',
      2: 'What does it say about what matters to you?',
      3: 'What small light could you leave on tonight: a lamp, a voice, a wish for tomorrow?',
    },
    positive: {
      1: 'What is this faith whispering to you right now?',
      2: 'Where does it come from: something you came through, a person, a place, a belief?',
      3: 'What one sentence would you leave yourself for a day of doubt?',
    },
  },
  middle: {
    negative: 'Near the middle, a little on the side of {pole}.',
    positive: 'Near the middle, a little on the side of {pole}.',
  },
  general: {
    1: 'Of these seven feelings, which one feels lowest right now?',
    2: 'What small thing could you do to turn the positive feeling back on?',
    3: 'What could you stop doing for a while, to feed the negative feeling less?',
  },
} satisfies BaseNamespace;
