/**
 * Every message of the service about a request, by its reason. The parameters of a text are those of the
 * reason; `german.ts` has the same reasons.
 */
import type { Got } from './got.js';
import { type InputKind, inputKinds, type WantedKind, wantedKinds } from './kinds.js';
import type { NestedReason, TextContext, Told } from './text-context.js';

export const english = {
  // Made of the issues of the error
  'issues.first': (_: undefined, { details }: TextContext): string => listed(details.slice(0, 1)),
  'issues.firstAndCount': (_: undefined, { details }: TextContext) =>
    `${listed(details.slice(0, 1))}${others(details.length - 1)}`,
  'issues.all': (_: undefined, { details }: TextContext): string => listed(details, '; '),

  'data.invalid': (_: undefined, { details }: TextContext) =>
    `The data is not valid. ${details.slice(0, 3).map(shown).join(' ')}${others(details.length - 3)}`,
  'issues.three': (_: undefined, { details }: TextContext) =>
    `${listed(details.slice(0, 3), '; ')}${others(details.length - 3)}`,

  // Of the service as a whole
  'service.internalError': 'Something went wrong on the server; its log says more under this requestId.',
  'service.noAuthentication': 'This service has no authentication.',
  'route.unknown': ({ path }: { path: string }) => `There is no route ${path}.`,
  'local.tooDeep': ({ max, chain }: { max: number; chain: string }) =>
    `Calls of local lead to each other more than ${max} deep: ${chain} → …`,
  'local.ownDocument': ({ document }: { document: string }) =>
    `A hook of ${document} changed the document that it runs for by a call of local: return the changed data instead.`,
  'local.ofOuterHook':
    'A hook wrote by the local of the hook that led to it, which waits for it: use the local of its own argument.',
  'local.noUser': ({ id }: { id: string }) => `There is no user ${id} whose rights a call could have.`,
  'local.noPlanner':
    'is planned with the rights of a user, whom a call as system does not have; use { as: user }',
  'local.accountInTransaction':
    'Accounts are not written within the transaction of another document: write them in an after hook.',
  'local.fileInTransaction':
    'Files are not stored within the transaction of another document: store them in an after hook.',
  'parameters.unknown': ({ names, known }: { names: readonly string[]; known: readonly string[] }) =>
    `${names.join(', ')}: unknown parameter; ${taken(known)}`,
  'route.badSegment': ({ segment }: { segment: string }) =>
    `The path segment ${quoted(segment)} is not valid percent-encoding.`,
  'method.notAllowed': (params: { route: string; method: string; allowed: readonly string[] }) =>
    `${params.route} does not take ${params.method}; it takes ${params.allowed.join(', ')}.`,
  'user.notInBulk':
    'There is no request for many users at once, since each has a password, a role and sessions of its own: create them one by one with POST /api/users, and change or delete them with PATCH and DELETE /api/users/:id.',
  'collection.unknown': ({ slug }: { slug: string }) => `There is no collection ${quoted(slug)}.`,
  'global.unknown': ({ slug }: { slug: string }) => `There is no global ${quoted(slug)}.`,
  'file.unknown': ({ path }: { path: string }) => `There is no file ${path}.`,
  'dashboard.notBuilt': 'The dashboard is not built: install svc again.',
  'service.shuttingDown': 'The server is shutting down.',
  'request.timeout': ({ milliseconds }: { milliseconds: number }) =>
    `The request took longer than ${milliseconds} ms; whether it took effect is not known.`,
  'store.notOpen': 'The store is not open.',
  'store.notResponding': 'The store does not answer.',
  'store.cannotOpen': 'The store cannot be opened; the log says why.',
  'origin.untrusted':
    'This page is from another origin than baseUrl: correct baseUrl, or add the origin to auth.trustedOrigins.',
  'rateLimit.exceeded': ({ seconds }: { seconds: number }) =>
    `Too many requests. Try again in ${counted(seconds, 'second')}.`,
  'sessionStore.notResponding': 'The session store does not answer. Try again.',

  // Of a body as a whole
  'body.missing': 'The request has no body; send a JSON object.',
  'body.notObject': ({ is }: { is: keyof typeof bodyKinds }) =>
    `The body must be a JSON object; it is ${bodyKinds[is]}.`,
  'body.notUtf8': 'The body is not valid UTF-8.',
  'body.notJson': ({ position }: { position?: number }) =>
    `The body is not valid JSON${position === undefined ? '' : ` at position ${position}`}.`,
  'body.duplicateKey': ({ key }: { key: string }) =>
    `The body names the key ${quoted(key)} twice in one object.`,
  'body.tooDeep': ({ max }: { max: number }) => `The body nests deeper than ${max} levels.`,
  'body.tooManyKeys': ({ max }: { max: number }) => `An object of the body has more than ${max} keys.`,
  'body.tooLarge': ({ max }: { max: number }) =>
    `The body is larger than ${max} bytes, the limit of this server.`,
  'body.incomplete': 'The body ended before it was complete.',
  'body.connectionClosed': 'The connection closed before the body was complete.',
  'body.unsupportedType': ({ got }: { got?: string }) =>
    `Content-Type must be application/json; ${got === undefined ? 'there is none' : `got ${quoted(got)}`}.`,
  'body.unsupportedEncoding': ({ encoding }: { encoding: string }) =>
    `Content-Encoding ${quoted(encoding)} is not supported; send the body uncompressed.`,
  'body.unsupportedCharset': ({ charset }: { charset: string }) =>
    `JSON is UTF-8; the charset ${quoted(charset)} is not supported.`,
  'body.notMultipart': 'The body is not valid multipart/form-data, or ended before it was complete.',
  'body.tooSlow': 'The bytes of the file arrive too slowly.',
  'request.tooSlow': 'The request did not arrive in time.',
  'form.unsupportedType': 'Content-Type must be application/x-www-form-urlencoded, as browsers send forms.',
  'form.notUtf8': 'The form is not valid UTF-8.',

  // Of files
  'upload.fileMissing':
    'A document of this collection has a file: send multipart/form-data with a part "file".',
  'upload.dataAfterFile': 'The part "data" must come before the file.',
  'upload.secondFile': 'A document has one file.',
  'upload.unknownPart': 'There is no part of this name: the parts are "data" and then "file".',
  'upload.unsupportedType': ({ got }: { got?: string }) =>
    `Content-Type must be multipart/form-data; ${got === undefined ? 'there is none' : `got ${quoted(got)}`}.`,
  'upload.notFetched': 'There is no file at this address that the service may fetch.',
  'upload.tooMany': 'Too many files are being received; try again.',
  'upload.expired': 'The upload took so long that it was removed; send it again.',
  'upload.notFound': 'There is no such upload.',
  'upload.gone': 'The upload has expired; begin again.',
  'upload.otherVersion': ({ version }: { version: string }) =>
    `Tus-Resumable must be 1.0.0${version === '' ? '' : `, not ${version}`}.`,
  'upload.notOffsetStream': ({ got }: { got: string }) =>
    `Content-Type must be application/offset+octet-stream${got === '' ? '' : `, not ${got}`}.`,
  'upload.notWholeNumber': 'Must be a whole number of bytes.',
  'upload.lengthNeeded': 'The size of the file must be known: send Upload-Length, not Upload-Defer-Length.',
  'upload.noConcatenation': 'Parts that are uploaded separately cannot be joined: leave out Upload-Concat.',
  'upload.badMetadata':
    'Must be names, each with its value in base64 of UTF-8: "filename YS5wZGY=,data e30=".',
  'upload.unknownMetadata': ({ name, known }: { name: string; known: readonly string[] }) =>
    `There is no metadata ${name}: there are ${known.join(', ')}.`,
  'upload.badChecksum': 'Must be sha256 and the SHA-256 of the body in base64.',
  'upload.badFileChecksum': 'Must be "sha256-" and the SHA-256 of the file in base64.',
  'upload.checksumMismatch': 'The bytes are others than the checksum says.',
  'upload.wrongOffset': ({ offset }: { offset: number }) =>
    `The upload is at byte ${offset}: go on from there.`,
  'upload.takenOver': 'Another request goes on with this upload.',
  'upload.busy': 'The upload just becomes a document; ask again.',
  'upload.partsMissing': ({ parts }: { parts: readonly string[] }) =>
    `Parts of the file have not arrived: ${parts.join(', ')}.`,
  'upload.partBytes': ({ bytes }: { bytes: number }) => `This part of the file has ${bytes} bytes.`,
  'upload.noPart': 'The upload has no such part that is sent here.',
  'upload.holdsQuota':
    'Your unfinished uploads would hold more than half of the space of this collection: wait until they are done, or end them.',
  'upload.tooManyUnfinished': ({ max }: { max: number }) =>
    `You have ${max} uploads that are not finished: finish or end some.`,
  'upload.moreThanAnnounced': ({ length }: { length: number }) =>
    `The file was announced with ${length} bytes, and there are more.`,
  'upload.tooManyParts': ({ max }: { max: number }) =>
    `The upload has ${max} parts already: send larger ones.`,
  'storage.full': 'There is no space for the file.',
  'storage.quotaFull': ({ max }: { max: number }) =>
    `The files of this collection may have ${max} bytes together, which this one exceeds.`,
  'storage.away': 'The storage of files does not respond; try again.',
  'file.notFound': 'There is no such file.',
  'file.invalidSignature': 'The address of the file is not valid, or has expired.',
  'file.tooLarge': ({ max }: { max: number }) => `The file is larger than ${max} bytes.`,
  'file.notForField': ({ types }: { types: readonly string[] }) =>
    `must be a file of ${types.length === 1 ? 'the type' : 'one of the types'} ${types.join(', ')}`,
  'file.typeNeeded': ({ type }: { type: string }) =>
    `Other documents refer to the file and take no files of the type ${type}.`,
  'file.typeNeededBy': ({ type, names }: { type: string; names: readonly string[] }) =>
    `Other documents refer to the file and take no files of the type ${type}: by ${names.join(', ')}.`,
  'file.unlistedType': ({ found, types }: { found: string; types: readonly string[] }) =>
    `Files of the type ${found} are not taken here, but ${types.join(', ')}.`,
  'file.empty': 'The file is empty.',
  'file.contradictsType': 'The bytes of the file are of another type than its Content-Type says.',
  'file.contradictsExtension': 'The bytes of the file are of another type than its name says.',
  'file.badText': 'The file is no text in UTF-8, or in UTF-16 with a byte order mark.',
  'file.corrupt': 'The file is damaged.',
  'file.truncated': 'The file ends before it is complete.',
  'file.tooManyPixels': ({ max }: { max: number }) => `The image has more than ${max} pixels.`,
  'file.tooManyFrames': ({ max }: { max: number }) => `The image has more than ${max} frames.`,
  'images.tooManyOfRequester': 'You wait for too many images at once; try again.',
  'images.beingMade': 'The image is still being made; try again.',
  'images.queueFull': 'Too many images wait to be processed; try again.',
  'transform.noSide': 'The size of the image needs w or h.',
  'transform.oneSide': '"cover" needs both w and h',
  'transform.withSize':
    'A named size has neither another width nor another format: leave out size, or the others.',
  'transform.noImage': 'The file is no image: there is no other size of it.',
  'file.metadataStays': 'The metadata of the file cannot be removed.',
  'file.undecodable': 'The image cannot be decoded.',
  'range.outside': ({ size }: { size: number }) =>
    `The range is outside of the file, which has ${size} bytes.`,

  // Of revisions and drafts in headers and bodies
  'ifMatch.malformed': ({ got }: { got: string }) =>
    `If-Match must be a revision in quotes, as ETag gave it ("3"), or *; got ${got}.`,
  'ifMatch.notRevision': 'Not a revision.',
  'revision.malformed': ({ got }: { got: string }) =>
    `_revision must be the revision that the change is based on, an integer; got ${got}.`,
  'revision.notInteger': 'Must be an integer from 0 on.',
  'revision.disagrees': ({ ifMatch, revision }: { ifMatch: readonly number[]; revision: number }) =>
    `If-Match and _revision disagree: ${ifMatch.join(', ')} and ${revision}; send one of them.`,
  'revision.differs': 'Differs from If-Match.',
  'xDraft.malformed': ({ got }: { got: string }) => `X-Draft must be true or false; got ${quoted(got)}.`,
  'xDraft.switchedOff': ({ collection }: { collection: string }) =>
    `X-Draft does not apply: drafts are switched off for ${collection}.`,
  'xDraft.notForDeletion': 'X-Draft does not apply: documents are deleted with their drafts.',

  'xAutosave.malformed': ({ got }: { got: string }) =>
    `X-Autosave must be true or false; got ${quoted(got)}.`,
  'xAutosave.notDraft': 'X-Autosave needs X-Draft: true, since only drafts are saved automatically.',
  'xAutosave.notForFiles': 'X-Autosave does not apply to requests with a file.',

  'preview.ended': 'The preview token is not valid or has ended; open the preview again.',
  'preview.draftsDenied': ({ collection }: { collection: string }) =>
    `You may not read drafts of ${collection}, so there is no preview token for you.`,
  'preview.none': ({ collection }: { collection: string }) => `${collection} has no preview.`,
  'preview.failed': ({ collection }: { collection: string }) =>
    `The preview cannot be opened: admin.preview of ${collection} failed; the log of the service says why.`,
  'preview.noAddress': ({ collection, got }: { collection: string; got: string }) =>
    `The preview cannot be opened: admin.preview of ${collection} must return an http or https address; got ${quoted(got)}.`,
  'preview.foreignOrigin': ({ collection, origin }: { collection: string; origin: string }) =>
    `The preview cannot be opened: admin.preview of ${collection} returned an address of ${origin}, which is not one of admin.previewOrigins.`,

  'idempotencyKey.malformed': ({ max }: { max: number }) =>
    `Idempotency-Key must be 1 to ${max} visible ASCII characters without spaces, such as a UUID.`,
  'idempotencyKey.notForFiles': 'Idempotency-Key does not apply to requests with a file.',
  'idempotencyKey.otherRequest':
    'This Idempotency-Key was sent before with another body: use a new key for each creation or bulk request.',
  'idempotencyKey.notAtomic':
    'Idempotency-Key needs operations that are written all or none: leave out `atomic: false`, or the key.',

  // Of a value in a body
  'value.required': 'Is required.',
  'value.null': 'Is required and cannot be null.',
  'value.invalid': 'This value is not valid.',
  'value.notUnicode': 'Must be Unicode text without NUL characters.',
  'value.empty': 'Must not be empty.',
  'value.tooLong': 'Is too long.',
  'value.controlCharacters': 'Must not hold control characters.',
  'value.nulCharacter': 'Must not contain the NUL character.',
  'value.surrogate': 'Must not contain half of a surrogate pair.',
  'value.wrongType': ({ wanted }: { wanted: WantedKind }) => `Must be ${wantedKinds[wanted]}.`,
  'value.notPassword': 'Must be a password, as text.',
  'value.notInFuture': 'Must be in the future.',
  'integer.outOfRange': ({ min, max }: { min: number; max: number }) =>
    `Must be an integer from ${min} to ${max}.`,
  'value.notAllowed': ({ values }: { values: readonly string[] }) =>
    `Must be one of ${values.map(quoted).join(', ')}.`,
  'text.tooShort': ({ min }: { min: number }) => `Must have at least ${counted(min, 'character')}.`,
  'text.tooLong': ({ max }: { max: number }) => `Must have at most ${counted(max, 'character')}.`,
  'text.patternMismatch': ({ pattern }: { pattern: string }) => `Must match ${pattern}.`,
  'text.surrogate': 'The text holds half of a surrogate pair.',
  'text.tooLongForIndex': 'A text is too long for the index of its field.',
  'text.unsupportedCharacter': 'A text holds a character that the database cannot keep.',
  'text.unknownBlock': ({ field }: { field: string }) => `Must be the id of a block in ${quoted(field)}.`,
  'text.blockTwice': 'The text shows this block already.',
  'date.yearOutOfRange': 'The year must be from 0000 to 9999 in UTC.',
  'date.unsupported': 'A date is beyond those that the database can keep.',
  'number.tooSmall': ({ min }: { min: number }) => `Must be at least ${min}.`,
  'number.tooLarge': ({ max }: { max: number }) => `Must be at most ${max}.`,
  'list.tooShort': ({ min }: { min: number }) => `Must have at least ${counted(min, 'item')}.`,
  'list.duplicateIds': 'Must not have two rows of one id.',
  'row.duplicateId': ({ id }: { id: string }) => `Another row of this list has the id ${quoted(id)}.`,
  'list.tooLong': ({ max }: { max: number }) => `Must have at most ${counted(max, 'item')}.`,
  'list.invalidItem': ({ index, issue }: { index: number; issue: NestedReason }, { say }: TextContext) =>
    `Item ${index}: ${say(issue)}`,
  'field.unknown': ({ near }: { near?: string }) => `There is no such field${didYouMean(near) || '.'}`,
  'field.required': 'This field is required.',
  'path.isVirtual': ({ name }: { name: string }) =>
    `"${name}" is a virtual field, computed when it is read: it cannot be filtered.`,
  'path.isUnqueried': ({ name }: { name: string }) =>
    `"${name}" says where a file is or what it looks like: lists are neither filtered nor sorted by it.`,
  'sort.byVirtual': ({ name }: { name: string }) =>
    `Cannot sort by ${name}, a virtual field, which is computed when it is read.`,
  'field.virtual': 'This field is virtual: it is computed when it is read, and no request sets it.',
  'field.readOnly': 'This field is read-only: the service fills it, and no request sets it.',
  'field.notFilled': 'This read-only field is required, and neither its default nor a hook gave it a value.',
  'field.setByService': 'This field is set by the service and cannot be sent.',
  'fields.fixed': ({ paths }: { paths: readonly string[] }) => `You may not change ${paths.join(', ')}.`,
  'field.fixed': 'You may not change this field.',
  'field.notSettable': 'This field cannot be set here.',
  'field.forbiddenName': ({ name }: { name: string }) => `"${name}" is not the name of a field.`,

  'property.unknown': ({ near }: { near?: string }) => `unknown property${didYouMean(near)}`,
  'ids.wrongCount': ({ max, count }: { max: number; count: number }) =>
    `must hold 1 to ${max} ids, not ${count}`,
  'ids.notText': ({ got }: { got: Got }) => `must hold texts, not ${kindOf(got)}`,
  'schedule.endBeforeStart': 'must be later than the publication',
  'schedule.notTimestamp': 'must be a timestamp with a zone, as in 2026-05-01T08:00:00Z',

  // Of writes of many documents
  'many.nothingWritten': (params: { failed: number; count: number; path: string; issue: Told }) =>
    `Nothing was written: ${params.failed} of ${params.count} failed. ${params.path}: ${params.issue.message}`,
  'many.unexpectedCount': (params: { expected: number; collection: string; count: number }) =>
    `${params.expected} documents of ${params.collection} were expected to meet the filter, and ${params.count} do. Nothing was written.`,
  'many.tooManyMatch': ({ count, max }: { count: number; max: number }) =>
    `${count} documents meet the filter; at most ${max} are written at once. Narrow it, and repeat.`,
  'many.tooMuch': ({ count, bytes, max }: { count: number; bytes: number; max: number }) =>
    `The filter matches ${count} documents, which is too many for a body of ${bytes} bytes: at most ${max} at once, so that others can write. Narrow the filter, or send less.`,
  'many.internalError': ({ requestId }: { requestId: string }) =>
    `Something went wrong on the server; its log says more under the requestId ${requestId}.`,
  'many.noLongerMatching':
    'The document no longer meets the filter: it was modified in the meantime. Send the request again.',
  'many.timeout': ({ milliseconds }: { milliseconds: number }) =>
    `This was not written: many writes at once may take ${milliseconds} ms, half of server.requestTimeout. Send fewer at once.`,
  'many.ifMatch':
    'If-Match does not apply to many documents: an operation of a bulk has ifMatch for its own.',
  'many.ifMatchAfterOthers':
    'ifMatch does not apply: an earlier operation of the request concerns the document.',
  'many.revision': 'does not apply to many documents: each has a revision of its own.',
  'bulk.tooMany': ({ count, max }: { count: number; max: number }) =>
    `holds ${count} operations; at most ${max} are done at once`,
  'many.async': 'async does not apply: there are no jobs yet. Narrow the filter, and repeat.',
  'bulk.unknownTarget': ({ known }: { known: readonly string[] }): string =>
    `must be one of ${known.join(', ')}`,
  'bulk.oneTarget': 'must name either a collection or a global',
  'bulk.users': 'does not apply: accounts are written one by one, at /api/users',
  'bulk.notOfGlobals': ({ operation }: { operation: string }) => `does not apply to globals: ${operation}`,
  'bulk.referenceMalformed': ({ count }: { count: number }) =>
    `$ref must be the index of an earlier operation, from 0: below ${count}`,
  'bulk.referenceDeleted': 'refers to an operation that leaves no document',
  'bulk.referenceType': ({ collection, allowed }: { collection: string; allowed: readonly string[] }) =>
    `refers to a document of ${collection}; the field takes ${allowed.join(', ')}`,
  'bulk.referenceFailed': ({ index }: { index: number }) =>
    `refers to operations[${index}], which has failed`,
  'upsert.noUniqueKey': ({ keys }: { keys: readonly string[] }): string =>
    keys.length === 0
      ? 'does not apply: no field of the collection is unique'
      : `must name exactly the fields of one of: ${keys.join('; ')}`,
  'upsert.emptyKey': 'must have a value of its field',
  'upsert.notVisible': 'A document that you may not see has this key already.',
  'operator.hiddenFields': ({ paths }: { paths: readonly string[] }) =>
    `You may not read ${paths.join(', ')}: operators on it would reveal its value.`,
  'operator.hidden': 'You may not read this field: an operator would reveal its value.',
  'operator.outOfRange': 'The sum is beyond the numbers that are exact.',
  'duplicate.required': 'Must be given: the value is unique, and each document needs one.',
  'bulk.notApplicable': ({ operation }: { operation: string }) => `does not apply to ${operation}`,
  'bulk.idNotAllowed': 'does not apply: the service gives new documents their ids',
  'bulk.draftsSwitchedOff': ({ collection }: { collection: string }) =>
    `does not apply: drafts are switched off for ${collection}`,
  'bulk.noTrash': ({ collection }: { collection: string }) =>
    `does not apply: ${collection} keeps no deleted documents`,

  // Of parameters and of values in a filter
  'parameter.unknown': ({ near, known }: { near?: string; known?: readonly string[] }) =>
    `unknown parameter${known === undefined ? didYouMean(near) : `; ${taken(known)}`}`,
  'parameter.unknownWhere':
    'unknown parameter: "where" is one JSON object, such as where={"title":{"equals":"x"}}',
  'input.empty': 'must not be empty',
  'parameter.duplicate': 'is given twice',
  'parameter.notUtf8': 'is not valid percent-encoded UTF-8',
  'parameter.nameNotUtf8': 'The name of a query parameter is not valid percent-encoded UTF-8.',
  'input.notAllowed': ({ values, got, near }: { values: readonly string[]; got?: Got; near?: string }) =>
    `must be one of ${values.join(', ')}${got === undefined ? '' : `, not ${kindOf(got)}`}${didYouMean(near)}`,
  'input.wrongType': ({ wanted, got }: { wanted: InputKind; got: Got }) =>
    `must be ${inputKinds[wanted]}, not ${kindOf(got)}`,
  'input.notWholeNumber': ({ min, max, got }: { min: number; max?: number; got: Got }) =>
    `must be a whole number, ${max === undefined ? `${min} or more` : `from ${min} to ${max}`}, not ${kindOf(got)}`,
  'input.nulCharacter': 'must not contain the character NUL',
  'input.surrogate': 'must not contain half of a surrogate pair',
  'input.tooManyValues': ({ count, max }: { count: number; max: number }) =>
    `has ${count} values; at most ${max} are allowed`,
  'input.tooManyPositions': ({ count, max }: { count: number; max: number }) =>
    `has ${count} positions; at most ${max} are allowed`,

  // Of areas and references in a filter
  'area.malformed': 'must be a GeoJSON Polygon { type, coordinates }, { center, radius } or a box',
  'area.malformedBox': 'a box is [west, south, east, north] in degrees',
  'area.southAboveNorth': 'the south of a box must not lie north of its north',
  'area.malformedPosition': 'must be [longitude, latitude] in degrees',
  'area.malformedRings': 'must be a list of rings, the outline first',
  'area.fewPositions': 'must have at least four positions',
  'area.openRing': 'must end at the position where it begins',
  'reference.malformed': 'must be an object { collection, id } of two texts',
  'reference.unknownCollection': ({ collections, near }: { collections: readonly string[]; near?: string }) =>
    `is none of the collections ${collections.join(', ')}${didYouMean(near)}`,

  // Of paths to fields
  'path.unknownField': ({ field, near }: { field?: FieldPlace; near?: string }) =>
    `unknown field${field === undefined ? '' : ` ${quoted(field.name)}${placeOf(field)}`}${didYouMean(near)}`,
  'path.emptyName': 'has an empty field name',
  'path.tooLong': ({ max }: { max: number }) => `the path has more than ${max} names`,
  'path.isJoin': ({ name }: { name: string }) => `${quoted(name)} is a join, which filters cannot use`,
  'path.nothingInside': ({ name, type }: { name: string; type: string }) =>
    `${quoted(name)} is of type ${type}, nothing is inside it`,
  'path.isGroup': ({ name, fields }: { name: string; fields: readonly string[] }) =>
    `${quoted(name)} is a group: filter one of its fields (${fields.join(', ')})`,
  'path.isBlock': ({ name }: { name: string }) => `${quoted(name)} is a block: filter one of its fields`,
  'path.tooManyRelations': ({ max }: { max: number }) => `the path goes through more than ${max} relations`,
  'path.leadsNowhere': 'the relation leads nowhere',

  // Of filters
  'filter.duplicateKey': 'names a key twice in one object',
  'filter.notJson':
    'is not valid JSON: write one object, percent-encoded, such as where={"title":{"equals":"x"}}',
  'filter.noOperator': 'has no operator: write one, such as {"equals":"x"}',
  'filter.tooDeep': ({ max }: { max: number }) => `AND and OR nest deeper than ${max} levels`,
  'filter.tooManyConditions': ({ max }: { max: number }) => `the filter has more than ${max} conditions`,
  'filter.textTooLong': ({ max }: { max: number }) => `must have at most ${max} characters`,
  'filter.tooManyPositions': ({ max }: { max: number }) =>
    `the polygons of the filter have more than ${max} positions together; simplify them`,
  'filter.tooCostly':
    'the filter costs too much, this condition most: use fewer like it, shorter paths or shorter texts',
  'filter.tooComplex':
    'The filter is too complex for the database: use fewer conditions through several relations.',
  'filter.fewerConditions': 'Use fewer conditions through several relations.',
  'filter.tooComplexWithAccess':
    'The filter is too complex together with the rules of access: ask for less at once.',
  'filter.required': 'must be given: it says which documents are meant; all=true means every document',
  'filter.empty':
    'must not be empty: an empty filter holds for every document; all=true means every document',
  'filter.alwaysHolds':
    'must ask for something: by its form it holds for every document; all=true means every document',
  'filter.combinatorCapitals': (
    { issue, combinator }: { issue: NestedReason; combinator: string },
    { say }: TextContext,
  ) => `${say(issue)} (${combinator} is written in capitals)`,
  'filter.combinatorMeant': (
    { issue, combinator }: { issue: NestedReason; combinator: string },
    { say }: TextContext,
  ) => `${say(issue)}${didYouMean(combinator)}`,
  'operator.unknown': ({ near }: { near?: string }) => `unknown operator${didYouMean(near)}`,
  'operator.unknownUsePath': ({ path }: { path: string }) =>
    `unknown operator; write a path with dots: ${quoted(path)}`,
  'operator.notFitting': (params: {
    operator: string;
    field: string;
    type: string;
    hasMany: boolean;
    known: readonly string[];
  }) =>
    `${params.operator} does not fit the ${params.type} field ${quoted(params.field)}${params.hasMany ? ' with hasMany' : ''}; these do: ${params.known.join(', ')}`,
  'access.hiddenField': ({ path }: { path: string }) =>
    `You may not filter or sort by ${quoted(path)}: you may not read this field.`,

  // Of sort, select, pages and cursors
  'sort.malformed': ({ got }: { got: Got }) =>
    `must name fields, as in "title_asc,createdAt_desc", not ${kindOf(got)}`,
  'sort.tooManyFields': ({ max }: { max: number }) => `has more than ${max} fields`,
  'sort.duplicate': ({ path }: { path: string }) => `names ${quoted(path)} twice`,
  'sort.byStatus': ({ name }: { name: string }) => `cannot sort by ${quoted(name)}: filter by it`,
  'sort.byType': ({ name, type }: { name: string; type: string }) =>
    `cannot sort by the ${type} field ${quoted(name)}`,
  'sort.throughRelation': ({ name }: { name: string }) => `cannot sort through the relation ${quoted(name)}`,
  'sort.insideType': ({ name, type }: { name: string; type: string }) =>
    `cannot sort inside the ${type} field ${quoted(name)}`,
  'aggregate.ownFields': 'groups and metrics use fields of the document itself, not of its rows or relations',
  'aggregate.notFitting': (params: { operation: string; name: string; type: string; hasMany: boolean }) =>
    `${params.operation} does not fit the ${params.type} field ${quoted(params.name)}${params.hasMany ? ' with hasMany' : ''}`,
  'aggregate.byOfDates': 'only dates have parts to group by',
  'aggregate.timeOfDates': 'does not fit a date without a time',
  'aggregate.offsetWithoutBy': 'needs "by", the part of the date to group by',
  'aggregate.badOffset': ({ got }: { got: Got }) =>
    `must be an offset from UTC of at most 14 hours such as "+02:00", not ${kindOf(got)}`,
  'aggregate.tooLarge': 'the values are too large to add up',
  'aggregate.badName':
    'the name of a metric has 1 to 64 letters, digits and _, a letter first, and is not "key"',
  'aggregate.nameOfGroup': 'is the name of a group already',
  'aggregate.unknownMetric': ({ near }: { near?: string }) => `there is no such metric${didYouMean(near)}`,
  'aggregate.unknownName': ({ name, near }: { name: string; near?: string }) =>
    `${quoted(name)} is neither a metric nor a group${didYouMean(near)}`,
  'select.malformed': ({ got }: { got: Got }) =>
    `must name fields, as in "title,author.name", not ${kindOf(got)}`,
  'select.tooManyNames': ({ max }: { max: number }) => `has more than ${max} names`,
  'select.invalidName': ({ name, issue }: { name: string; issue: NestedReason }, { say }: TextContext) =>
    `${quoted(name)}: ${say(issue)}`,
  'select.nothingInside': ({ name }: { name: string }) => `nothing is inside ${quoted(name)}`,
  'select.notPopulated': ({ name }: { name: string }) =>
    `the documents of ${quoted(name)} are not populated at this depth; raise depth`,
  'draft.none': ({ collection }: { collection: string }) => `${quoted(collection)} has no drafts`,
  'view.tooMany': ({ max }: { max: number }) =>
    `You have ${max} saved views, which is the most that one user may have. Delete one.`,
  'view.unknown': ({ id }: { id: string }) => `You have no saved view ${quoted(id)}.`,
  'view.unknownCollection': 'is no collection of this service',
  'view.unreadable': ({ slug }: { slug: string }) => `You may not read ${slug}, so you have no views of it.`,
  'view.sharingDenied': ({ role }: { role: string }) =>
    `The role ${role} may not share views: that is for editors and those above.`,
  'view.roleTooHigh': ({ role, own }: { role: string; own: string }) =>
    `You may not share a view with the role ${role}, which is above yours: ${own}.`,
  'search.off': ({ slug }: { slug: string }) =>
    `is not possible in ${quoted(slug)}: its config has no search; filter with where`,
  'search.notText': ({ got }: { got: Got }) => `must be text, not ${kindOf(got)}`,
  'search.tooLong': ({ max }: { max: number }) => `has more than ${max} characters`,
  'search.tooManyWords': ({ max }: { max: number }) => `has more than ${max} words`,
  'search.onlyExclusions': 'has only words that must not occur: add one that must',
  'search.empty': 'has no letter and no digit to search for',
  'search.highlightAlone': 'has no effect without search',
  'search.unknownCollection': ({ slug, near }: { slug: string; near?: string }) =>
    `${quoted(slug)} is no collection with a search${didYouMean(near)}`,
  'cursor.withPage': 'cannot be used together with cursor',
  'cursor.foreign': 'is not a cursor of this service; pass nextCursor of the page before',
  'cursor.otherList': 'was made with another sort or filter; begin again with an empty cursor',
  'cursor.outdated': 'does not fit the present fields; begin again with an empty cursor',

  // Of lists for administrators
  'auditLog.documentAlone': 'needs the parameter collection beside it',
  'auditLog.notDate': 'must be a date such as 2026-11-21 or 2026-11-21T10:00:00Z',
  'userLocks.idsRequired': 'is required: ids of users, separated by commas',
  'userLocks.tooManyIds': ({ max }: { max: number }) => `must name at most ${max} users`,
  'userLocks.notUserId': ({ id }: { id: string }) => `${quoted(id)} is not the id of a user`,

  // Of access
  'access.loginRequired': 'This needs a login: there is no session in the request.',
  'access.sessionRequired': 'This needs a session: API keys may not do it.',
  'access.keyScopesDeniedRoute': 'The scopes of this API key do not let it do this.',
  'access.draftsDenied': 'You may not read drafts without logging in: leave "draft" out.',
  'access.userRequired': 'This needs a user: API keys may not do it.',
  'access.roleTooLow': ({ role }: { role: string }) => `The role ${role} may not do this.`,
  'access.anonymousDenied': ({ operation, collection }: { operation: Operation; collection: string }) =>
    `You may not ${operation} ${collection} without logging in.`,
  'access.keyScopesDenied': ({ operation, collection }: { operation: Operation; collection: string }) =>
    `The scopes of this API key do not let it ${operation} ${collection}.`,
  'access.roleDenied': ({
    operation,
    collection,
    role,
  }: {
    operation: Operation;
    collection: string;
    role: string;
  }) => `The role ${role} may not ${operation} ${collection}.`,
  'access.documentDenied': ({ operation, collection }: { operation: Operation; collection: string }) =>
    `You may not ${operation} this document of ${collection}: the access rule of the collection refuses it.`,

  // Of the scopes of API keys
  'scope.malformed': ({ scope }: { scope: string }) =>
    `${quoted(scope)} is no scope: write "<slug>:<operation>", as in "posts:read" or "globals.site:update".`,
  'scope.unknownCollection': ({ scope, near }: { scope: string; near?: string }) =>
    `${quoted(scope)} names no collection of this service${didYouMean(near) || '.'}`,
  'scope.unknownGlobal': ({ scope, near }: { scope: string; near?: string }) =>
    `${quoted(scope)} names no global of this service${didYouMean(near) || '.'}`,
  'scope.unknownRoute': ({ scope, near }: { scope: string; near?: string }) =>
    `${quoted(scope)} names no route of this service${didYouMean(near) || '.'}`,
  'scope.unknownField': ({ scope, collection }: { scope: string; collection: string }) =>
    `${quoted(scope)} names no field of ${collection}.`,
  'scope.unknownOperation': (params: { scope: string; operation: string; known: readonly string[] }) =>
    `${quoted(params.scope)}: the operation must be one of ${params.known.join(', ')} or *, not ${quoted(params.operation)}.`,
  'scope.beyondCreator': ({ role, scopes }: { role: string; scopes: readonly string[] }) =>
    `A key may not do more than its creator: the role ${role} cannot give ${scopes.join(', ')}.`,
  'scope.beyondOwnRights': ({ scope }: { scope: string }) => `${scope} is beyond your own rights.`,
  'scope.missing': 'Must name at least one scope, such as posts:read.',

  // Of API keys
  'key.unknown': ({ id }: { id: string }) => `There is no API key ${quoted(id)}.`,
  'key.invalid': 'The API key is unknown, disabled or expired.',
  'key.twoKeys': 'X-API-Key and Authorization carry different API keys; send one of them.',
  'key.differs': 'Differs from the key in Authorization.',
  'key.roleOrScopesRequired': 'Is required, unless scopes are given.',
  'key.roleWithScopes': 'Cannot be given together with scopes.',
  'key.hasRole': 'This key has a role, and a key cannot have a role and scopes. Create another key.',
  'key.replaced': ({ id }: { id: string }) =>
    `This key was rotated, and its end is set; change ${id} instead.`,
  'key.roleTooHigh': ({ role, own }: { role: string; own: string }) =>
    `A key cannot have a higher role than its creator: ${role} is above ${own}.`,
  'key.rotateDisabled': 'The API key cannot be rotated: it is disabled; enable it first.',
  'key.rotateRotated': 'The API key cannot be rotated: it was rotated already.',
  'key.rotateExpired': 'The API key cannot be rotated: it has expired; create another one.',

  // Of passwords
  'password.weak': (_: undefined, { details }: TextContext) =>
    `The password is not strong enough. ${details.map(({ message }) => message).join(' ')}`,
  'password.tooLong': 'The password is too long.',
  'password.noUppercase': 'Must contain an uppercase letter.',
  'password.noLowercase': 'Must contain a lowercase letter.',
  'password.noDigit': 'Must contain a digit.',
  'password.noSymbol': 'Must contain a symbol, such as ! or #.',
  'password.containsEmail': 'Must not contain the part of the email before the @.',
  'password.common':
    'Must not be a common password: a known word with digits or symbols around it is guessed first.',
  'email.unchanged': 'The account has this email already.',
  'password.wrong': 'The current password is wrong.',
  'password.changedNow': 'The current password is wrong: it was changed just now.',

  // Of logins and sessions
  'login.wrong': 'There is no account with this email and password.',
  'login.passwordChanged': 'The password was changed just now; log in with the new one.',
  'login.emailNotVerified':
    'The email is not verified yet: open the link in the mail that was sent to it, then log in.',
  'login.locked': ({ minutes }: { minutes: number }) =>
    `The account is locked after too many failed logins. Try again in ${counted(minutes, 'minute')}, or reset the password.`,
  'login.tooManyWaiting': 'Too many logins are waiting. Try again in a few seconds.',
  'login.tooManyWaitingOfAccount': 'Too many logins of this account are waiting. Try again.',
  'session.ended': 'The session has ended; log in again.',
  'session.unknown': 'You have no session with this id.',
  'credential.malformed': 'Authorization must be "Bearer" and an API key or a token.',
  'session.duplicateCookie': 'The session cookie was sent twice; clear the cookies of this site.',
  'session.expired':
    'The session token has expired; refresh it with POST /api/auth/refresh, or log in again.',
  'session.otherAddress':
    'The session token was issued under another address: log in again. Where several instances serve one address, set SVC_BASE_URL to it on each of them.',
  'refreshToken.missing': 'There is no refresh token in the request; log in.',
  'refreshToken.invalid': 'The refresh token is not valid; log in again.',
  'link.invalid':
    'This link is not valid: it is unknown, was used already, or has expired. Ask for a new one.',
  'code.invalid':
    'This code is not valid: it is unknown, was used already, or has expired. Ask for a new one.',
  'link.tokenMissing': 'the query parameter is missing; it is in the link that was sent by email',
  'redirect.untrusted': 'must be a path beginning with one "/", or an address of a trusted origin',

  // Of documents
  'document.unknown': ({ id, collection }: { id: string; collection: string }) =>
    `There is no document ${quoted(id)} in ${collection}.`,

  'document.modified': (params: { collection: string; expected: number; revision?: number }): string =>
    params.revision === undefined
      ? `The document of ${params.collection} was modified since revision ${params.expected}.`
      : `The document of ${params.collection} was modified: its revision is ${params.revision}, not ${params.expected}. Read it again.`,
  'document.nothingPublished': ({ collection }: { collection: string }) =>
    `Nothing of the document of ${collection} is published, so that nothing would be left of it. Delete it instead.`,
  'document.notUnique': ({ collection }: { collection: string }) =>
    `The document would not be unique in ${collection}.`,
  'document.duplicateValues': ({ collection, fields }: { collection: string; fields: readonly string[] }) =>
    `Another document of ${collection} has the same ${fields.join(' and ')}.`,
  'document.tooManyChanges': 'Too many changes of this document are waiting. Try again.',
  'deletion.restricted': 'The document cannot be deleted: other documents refer to it.',
  'deletion.restrictedBy': ({ names }: { names: readonly string[] }) =>
    `The document cannot be deleted: other documents refer to it by ${names.join(', ')}.`,
  'folder.notEmpty': 'The folder cannot be deleted: it is not empty.',
  'folder.inItself': 'A folder cannot be in itself, or in a folder that is in it.',
  'folder.tooDeep': ({ max }: { max: number }) => `There are already ${max} folders above this one.`,
  'deletion.refers': 'Refers to the document and must not be left empty.',
  'slug.notFitting': ({ from, slug }: { from: string; slug: string }) =>
    `No slug can be made from ${from}: ${quoted(slug)} does not fit. Send one.`,
  'trash.incomplete': ({ collection }: { collection: string }) =>
    `The document of ${collection} cannot be restored: it would lack what is required. Give it in "values".`,
  'trash.needsTarget': ({ collection }: { collection: string }) =>
    `The document of ${collection} cannot be restored before a document that it refers to, which is in the trash.`,
  'trash.targetInTrash': ({ collection, id }: { collection: string; id: string }) =>
    `Refers to the document ${id} of ${collection}, which is in the trash.`,
  'trash.refersToTrash': 'Refers to a document that is in the trash.',
  'trash.idInUse': ({ collection }: { collection: string }) =>
    `The document of ${collection} cannot be restored: there is another one with its id.`,
  'trash.notSearchable': ({ paths }: { paths: readonly string[] }) =>
    `Documents in the trash are found and sorted by ${paths.join(', ')}.`,
  'version.none': ({ slug }: { slug: string }) => `${slug} keeps no versions.`,
  'comment.unknown': ({ id }: { id: string }) => `There is no comment ${id}.`,
  'comment.notYours': 'Only the author of a comment and administrators may delete it.',
  'version.unknown': ({ collection, version }: { collection: string; version: string }) =>
    `The document of ${collection} has no version ${quoted(version)}.`,
  'schedule.noLongerAllowed': ({ action }: { action: 'publish' | 'unpublish' }) =>
    `The user who planned this may no longer ${action} it. Plan it again.`,
  'schedule.noDrafts': ({ collection }: { collection: string }) =>
    `There are no drafts of ${collection} any more.`,
  'response.tooManyBytes': ({ mebibytes }: { mebibytes: number }): string =>
    tooMuch(`more than ${mebibytes} MiB`),
  'response.tooManyDocuments': ({ max }: { max: number }): string => tooMuch(`more than ${max} documents`),

  // Of the database, and of reads and writes that wait or take long
  'database.notResponding': 'The database does not answer. Try again.',
  'database.busy': 'The database is busy with another write. Try again.',
  'database.noConnection': 'The database has no connection left. Try again.',
  'database.noWrites': 'The database does not accept writes at the moment. Try again.',
  'database.writeTooLong': 'The write took too long and was rolled back.',
  'database.diskFull': 'The disk of the database is full.',
  'database.outOfMemory': 'The database is out of memory.',
  'database.tookTooLong': 'The database took too long. Try again, or ask for less at once.',
  'database.missing': 'The database does not exist.',
  'database.loginRefused': 'The database refuses the login.',
  'database.untrusted': 'The certificate of the database is not trusted.',
  'database.readOnly': 'The database cannot be written.',
  'database.ioError': 'The database cannot be read or written.',
  'database.cannotOpen': 'The database cannot be opened.',
  'database.damaged': 'The database is damaged.',
  'database.readerEnded': 'The process that read for this request has ended. Try again.',
  'request.clientGone': 'The client no longer waits for the response.',
  'write.tooManyWaiting': 'Too many writes are waiting. Try again.',
  'write.timeout': ({ milliseconds }: { milliseconds: number }) =>
    `The write took longer than ${milliseconds} ms and was rolled back.`,
  'read.tooManyLong': ({ part }: { part: NestedReason }, { say }: TextContext) =>
    `Too many reads that take long are under way; of this one, ${say(part)} costs most. Try again, or ask for less at once.`,
  'read.tookTooLong': ({ seconds, part }: { seconds: number; part: NestedReason }, { say }: TextContext) =>
    `The read took longer than ${seconds} s and was ended: ${say(part)} costs most. Ask for less at once, or filter by an indexed field.`,
  'cost.filter': ({ path }: { path: string }) => `the filter by "${path}"`,
  'cost.countWithFilter': ({ path }: { path: string }) => `the count with the filter by "${path}"`,
  'cost.count': 'the count',
  'cost.sort': ({ path }: { path: string }) => `the sort by "${path}"`,
  'cost.join': ({ path }: { path: string }) => `the join "${path}"`,
  'cost.deepPage': 'a page so deep in the list',
  'cost.groups': ({ paths }: { paths: readonly string[] }) => `the groups by ${paths.map(quoted).join(', ')}`,
  'cost.metrics': 'the metrics of all documents',
  'cost.parameter': ({ name }: { name: string }) => `"${name}"`,

  // Of accounts
  'registration.accountExists': 'There is an account with this email already; log in instead.',
  'account.exists': 'There is an account with this email already.',
  'user.lastSuperAdmin':
    'This is the last super_admin, and nobody could manage the service any more. Make another user super_admin first.',
  'registration.disabled': 'User registration is disabled by the administrator.',
  'invite.open': 'There is an open invitation for this email already; send it again instead.',
  'invite.unknown': 'There is no invitation with this id.',
  'invite.accepted': 'This invitation has been accepted already.',
  'invite.roleTooHigh': ({ role }: { role: string }) =>
    `The role ${role} may invite only users of lower roles.`,
  'invite.senderLostRight':
    'The sender of this invitation may no longer give this role. Ask an administrator for a new invitation.',

  // Of users that others manage
  'user.unknown': ({ id }: { id: string }) => `There is no user ${quoted(id)}.`,
  'user.othersDeniedToRole': ({ role, operation }: { role: string; operation: Operation }) =>
    `With the role ${role} one may not ${operation} other users.`,
  'user.othersDeniedToKey': ({ operation }: { operation: Operation }) =>
    `An API key with scopes may not ${operation} other users.`,
  'user.notBelow': ({ by, role }: { by: Actor; role: string }) =>
    `${actors[by]} may manage only users of lower rank than ${role}.`,
  'user.roleNotBelow': ({ by, role, own }: { by: Actor; role: string; own: string }) =>
    `${actors[by]} may not give the role ${role}: it is not below ${own}.`,
  'user.ownRoleChanged': 'Your own role has just changed; send the request again.',
  'user.roleChangeDenied': 'Only a super_admin with a session may change the role of a user.',
  'settings.readDenied': 'Only administrators may see the system settings.',
} as const;

type Operation = 'read' | 'create' | 'update' | 'delete' | 'purge';

/** Who acts: a user, or an API key. */
type Actor = 'user' | 'key';

const actors: Readonly<Record<Actor, string>> = { user: 'You', key: 'This API key' };

const bodyKinds = {
  null: 'null',
  list: 'a list',
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  undefined: 'undefined',
} as const;

/** A field that was looked for, and where. */
export interface FieldPlace {
  readonly name: string;
  /** Absent where the request says it. */
  readonly in?: 'collection' | 'group' | 'blocks' | 'rows';
  /** The name of the collection, group or blocks field. */
  readonly of?: string;
}

function placeOf({ in: where, of = '' }: FieldPlace): string {
  if (where === undefined) return '';
  switch (where) {
    case 'collection':
      return ` of ${of}`;
    case 'group':
      return ` in the group ${quoted(of)}`;
    case 'blocks':
      return ` in the blocks of ${quoted(of)}`;
    case 'rows':
      return ' in the rows';
  }
}

function kindOf(got: Got): string {
  if (got.is !== 'value') return gotKinds[got.is];
  return typeof got.value === 'string' ? `the text ${quoted(got.value)}` : `${got.value}`;
}

const gotKinds = { nothing: 'nothing', null: 'null', list: 'a list', object: 'an object' } as const;

function listed(details: TextContext['details'], separator = ' '): string {
  return details.map(({ path, message }) => `${path}: ${message}`).join(separator);
}

function shown({ path, message }: TextContext['details'][number]): string {
  return path === '' ? message : `${path}: ${message}`;
}

function tooMuch(size: string): string {
  return `The answer would hold ${size}: lower "depth" or "limit", or name fewer fields in "select".`;
}

function taken(known: readonly string[]): string {
  return `this route takes ${known.length === 0 ? 'none' : known.join(', ')}`;
}

function others(count: number): string {
  return count > 0 ? ` (and ${count} more)` : '';
}

/** `1 item`, `2 items`. */
function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function didYouMean(near: string | undefined): string {
  return near === undefined ? '' : `, did you mean ${quoted(near)}?`;
}
