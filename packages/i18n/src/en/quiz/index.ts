import type { BaseNamespace } from '../../namespace';

export default {
  red: {
    prompt: 'Right now, what does your body say: anger or security?',
    detail: 'A tight jaw, heat rising. Or an even breath, shoulders coming down.',
  },
  orange: {
    prompt: 'Right now, is something stuck, or is nothing missing?',
    detail: 'Frustration pushes at a closed door. Plenitude sits down and breathes.',
  },
  yellow: {
    prompt: 'Right now, is your heart heavy or light?',
    detail: 'Sadness weighs and slows. Joy opens the face and lifts the step.',
  },
  green: {
    prompt: 'Right now, with yourself: lonely, or in good company?',
    detail: 'Loneliness can ache even among others. Self-love speaks softly, on the inside.',
  },
  cyan: {
    prompt: 'Right now, are things working against you or in your favour?',
    detail: 'Sometimes everything lands crooked. Sometimes it all falls into place, and so do you.',
  },
  blue: {
    prompt: 'Right now, which takes up more room in you: hate or peace?',
    detail: 'Hate keeps the body on guard, against someone, the world or oneself. Peace opens the hands.',
  },
  purple: {
    prompt: 'Right now, are you more with what is gone, or with what carries you?',
    detail: 'Melancholia lays a veil over the hours. Inner faith keeps watch like a flame, with or without religion.',
  },
  title: 'Quiz',
  ring: {
    of: 'of 7',
  },
  count: 'Question {current} of 7',
  noRightAnswer: 'There is no right answer, only yours.',
  scale: {
    hint: '1: fully left. 10: fully right. The middle lies between 5 and 6.',
    hintPhone: '1: nearest to {left}. 10: nearest to {right}. The middle lies between 5 and 6.',
    rowLeft: '1 to 5',
    rowRight: '6 to 10',
    group: 'Your answer, from 1, {left}, to 10, {right}',
    keys: 'Arrows and digits 1 to 9 choose; 0 stands for 10.',
  },
  radio: {
    name: '{value} of 10, nearer to {near} than to {far}',
    nameMiddle: '{value} of 10, nearer to {near} than to {far}, near the middle',
  },
  previous: 'Previous',
  next: 'Next',
  finish: 'Finish',
  finishBusy: 'One moment...',
  nextDisabled: 'Take your time. Next opens once you have answered.',
  stillClosed: 'Next opens once you have answered.',
  finishDisabled: 'Take your time. Finish opens once you have answered.',
  auto: 'Move on by itself',
  autoName: 'Go to the next question once I have answered',
  autoHelp: 'Previous stays, and the last question always waits for Finish.',
  autoOn: 'Questions move on by themselves.',
  autoOff: 'Questions wait for Next.',
  digits: 'Answer with the digit keys',
  hint: {
    stop: 'Stop the glow',
  },
  resumed: 'Your answers are still here.',
  restart: 'Start over',
  bloom: {
    alt: 'Seven-petalled bloom: {answered} of 7 answers given, question {current} open.',
  },
} satisfies BaseNamespace;
