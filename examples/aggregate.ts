/** `npx tsx examples/aggregate.ts`: starts an aggregation as an administrator, and reads the newest week. */
import { connect } from './client.ts';

const { api } = await connect();
const { success, outcome, run } = await api.admin.aggregate.mutate();
console.log(
  `Aggregation: ${outcome}${run ? `, ${run.weeksDone} of ${run.weeksTotal} weeks in ${run.durationMs} ms` : ''}`,
);
if (!success) process.exitCode = 1;

const { userStats, globalStats } = await api.admin.stats.query();
const [week, everybody] = [userStats.at(-1), globalStats.at(-1)];
if (week && everybody)
  console.log(
    `Week of ${week.weekStart.slice(0, 10)}: ${everybody.nbSignups} sign-ups, ${week.nbQuizCompleted} quizzes, ${week.nbNotesCreated} notes`,
  );
