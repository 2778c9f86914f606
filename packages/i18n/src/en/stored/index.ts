import type { BaseNamespace } from '../../namespace';

export default {
  title: 'What the server knows',
  lead: 'Every field that the server stores, why, and for how long. The figure says how many rows are about you.',
  why: 'Why',
  long: 'How long',
  fields: 'Fields',
  readable: 'readable by the people who run the service',
  sealed: 'sealed',
  hashed: 'only a fingerprint',
  rows: { one: '{count} row about you', other: '{count} rows about you' },
  nobody: 'not kept by person',
  never: 'Never: answers given without an account, what takes shape, the consultation page.',
  item: {
    account: {
      what: 'user name, e-mail address and the pending one, language, role, times of sign-up, of proof and of a lock',
      why: 'to have an account',
      long: 'as long as the account',
    },
    consents: {
      what: 'agreements: to what, to which wording, when given and withdrawn',
      why: 'to show them, and to do only what was agreed to',
      long: 'as long as the account',
    },
    countsUsage: {
      what: 'whether use is counted; of accounts made before version 0.4, the time of the agreement that scans and notes are kept',
      why: 'to store no usage events after a withdrawal',
      long: 'as long as the account',
    },
    password: { what: 'password, as an argon2id hash', why: 'to log in', long: 'as long as the account' },
    noteKey: {
      what: 'a key for notes, sealed with the master key',
      why: 'to seal notes on the device and open them there',
      long: 'as long as the account',
    },
    vault: {
      what: 'who has the key of the content, its number and since when; a profile sealed on the device; what the vault holds, counted and signed by the device',
      why: 'for accounts with a vault: to give each device what it can open, and to notice what is missing',
      long: 'as long as the account',
    },
    vaultSlots: {
      what: 'ways to open a vault: passphrase, recovery code or passkey, its name and times; the key, wrapped on the device so that only they open it',
      why: 'to open the vault on each device of the person',
      long: 'until removed; as long as the vault',
    },
    profile: {
      what: 'names, date, time and place of birth, country, gender, passion, mission, vocation, profession; all of it only when the person fills it in',
      why: 'to show it to its owner; nothing is computed from it',
      long: 'until changed; as long as the account',
    },
    scans: {
      what: 'scans: seven answers and which were kept, score, duration, when made, how exactly, and received',
      why: 'to show the history',
      long: 'until the person deletes them',
    },
    tags: {
      what: 'tags of scans, sealed on the device',
      why: 'to show them to their owner',
      long: 'until the person deletes them',
    },
    notes: {
      what: 'notes: title and text, sealed on the device; category, linked scan, times of writing, receipt and last change, number of changes',
      why: 'to show them to their owner',
      long: 'until the person deletes them',
    },
    moods: {
      what: 'moods of other journals, in parts: the journal, the scale, each mood with its time, its name there and words, time of receipt; in a vault: the time of receipt, the number of the key, and everything else in one envelope',
      why: 'to show what other journals held beside the scans',
      long: 'until the person removes them',
    },
    deletedNotes: {
      what: 'of a deleted note: its id, number of changes, times of receipt and deletion; nothing of its content',
      why: 'so that undoing the deletion makes no new note',
      long: '30 days',
    },
    sessions: {
      what: 'sessions: hashes of their tokens, times of login and last refresh, the browser’s user agent (200 characters at most)',
      why: 'to stay logged in, and to show where',
      long: 'until logout; 30 days unused; 90 days at most',
    },
    scriptTokens: {
      what: 'of a script token: the name that the person gave it, and its scope',
      why: 'to let the person’s scripts in, and to show which',
      long: 'until ended or expired; a year at most',
    },
    passwordProof: {
      what: 'of a session: when the password was last proved in it, or a passkey used for that',
      why: 'to ask for it once in five minutes only',
      long: 'until the session ends',
    },
    oneTimeCodes: {
      what: 'the secret of your one-time codes, sealed by the server; when it was made and confirmed, the last period used, an announced end',
      why: 'to ask for a code after the password',
      long: 'until they are removed; a day if the first code is not typed',
    },
    backupCodes: {
      what: 'backup codes: a keyed hash, and when each was used',
      why: 'to stand in for the code app',
      long: 'until the next ten, or the end of the one-time codes',
    },
    passkeys: {
      what: 'your passkeys: name, dates, public key; what the device calls each, and how often it says that it was used',
      why: 'to let you in without a password',
      long: 'until you remove them',
    },
    usedChallenges: {
      what: 'of each use of a passkey: a hash of the random text that it signed',
      why: 'so that none is accepted twice',
      long: 'ten minutes; removed within about an hour after',
    },
    attempts: {
      what: 'attempts at login, sign-up and links: a keyed hash of the computer’s address, and how many; mails with links: a keyed hash of the address, and how many',
      why: 'to limit them',
      long: 'a minute, for mails an hour; removed within about an hour after',
    },
    failures: {
      what: 'wrong passwords: a keyed hash of the account, of an unknown name, and of the device, how many and when',
      why: 'to limit guessing',
      long: 'a day after the last one, and at most a day of lock after that',
    },
    links: {
      what: 'links in mails: a hash, the address, times',
      why: 'to confirm an address, set a password, restore an address',
      long: 'valid for 24 hours, 1 hour, 72 hours; the row is deleted when a newer one replaces it, at the latest 30 days after its expiry',
    },
    mails: {
      what: 'mails to be sent, sealed',
      why: 'to send them',
      long: 'deleted once sent; a week at most, then emptied; the reason of a failure 30 days',
    },
    reminder: {
      what: 'a reminder, when the person asks for one: days, time, time zone, pause, when it was last sent; whether the day has a scan is looked up; the address of the device at its push service, sealed with the master key',
      why: 'to send a notification without content',
      long: 'until removed; until the logout of that device; until the push service no longer knows it',
    },
    events: {
      what: 'events: kind, time, account, duration of a quiz; never an answer. Activity: only that the account was used in a minute',
      why: 'usage statistics',
      long: '3 months at most',
    },
    weeks: {
      what: 'weekly counts: numbers of quizzes, notes, sessions and views of pages of an account in a week, and the sums of durations',
      why: 'long-term usage statistics',
      long: 'as long as the account; then anonymous',
    },
    totals: {
      what: 'totals of a week over all accounts',
      why: 'usage statistics',
      long: 'always; they are about nobody',
    },
    cohorts: {
      what: 'how many accounts of a week of sign-ups came back in a later week',
      why: 'usage statistics',
      long: 'always; they are about nobody',
    },
    funnel: {
      what: 'how many accounts of a week of sign-ups saved a scan and came back in their first 14 days',
      why: 'usage statistics',
      long: 'always; they are about nobody',
    },
    runs: {
      what: 'runs of the statistics: when, how, and the administrator who started one',
      why: 'to keep two runs apart',
      long: 'the last 50',
    },
    writtenMark: {
      what: 'when you last changed something, where the database has copies',
      why: 'so that you read your own change at once',
      long: 'as long as the account',
    },
    erasedMark: {
      what: 'of an erased account: when; name, address, profile, password and key are gone',
      why: 'to remove the rest',
      long: 'seconds as a rule, until everything is removed',
    },
    erasures: {
      what: 'an erasure that is not finished: the id of the account, when it was asked for',
      why: 'to finish it',
      long: 'until everything is removed',
    },
    erasedIds: {
      what: 'the id of an erased account, a random number that refers to nothing, and when',
      why: 'so that a restored backup erases it again',
      long: 'always',
    },
    ledger: {
      what: 'the last lock, change of role, erasure of a part, withdrawal, and change of codes, passkeys or vault of an account, and when',
      why: 'so that a restored backup takes none of them back',
      long: 'as long as the account',
    },
    instance: {
      what: 'facts about the installation, such as the fingerprint of its master key',
      why: 'to refuse a wrong key',
      long: 'always; they are about nobody',
    },
  },
} satisfies BaseNamespace;
