import { expect, test } from 'vitest';
import { auditCsvHead, auditCsvRows } from './audit-csv.js';

test('an event is a row under the names of the columns', () => {
  const entry = {
    id: 'e1',
    at: '2026-11-21T10:00:00.000Z',
    type: 'login.failure',
    outcome: 'failure',
    userId: null,
    actorId: null,
    emailHash: 'abc',
    ip: '::1',
    userAgent: '=cmd|calc',
    sessionId: null,
    requestId: 'r1',
    reason: 'wrong, again',
  } as const;
  expect(auditCsvHead() + auditCsvRows([entry, entry])).toBe(
    'at,type,outcome,userId,actorId,reason,ip,userAgent,sessionId,requestId,emailHash,id\r\n' +
      `2026-11-21T10:00:00.000Z,login.failure,failure,,,"wrong, again",::1,'=cmd|calc,,r1,abc,e1\r\n`.repeat(
        2,
      ),
  );
});
