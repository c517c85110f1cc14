/** The messages of the service in German: for its pages and for the dashboard. The API speaks English. */
import type { FieldPlace, InputKind, ValueKind } from './english.js';
import type { Got } from './got.js';
import type { Catalogue, TextContext } from './reason.js';

export const german: Catalogue = {
  // Made of the issues of the error
  'issues.first': (_, { details }) => shownIssues(details),
  'issues.firstAndCount': (_, { details }) => shownIssues(details),
  'issues.all': (_, { details }) => shownIssues(details),
  'issues.three': (_, { details }) => shownIssues(details),
  'data.invalid': (_, { details }) => `Die Eingaben sind nicht gültig. ${shownIssues(details)}`,

  // Of the service as a whole
  'service.internalError':
    'Auf dem Server ist etwas schiefgegangen; sein Protokoll sagt unter dieser requestId mehr.',
  'service.noAuthentication': 'Dieser Dienst hat keine Anmeldung.',
  'service.noAuthenticationNoSettings': 'Dieser Dienst hat keine Anmeldung und keine Einstellungen dafür.',
  'service.shuttingDown': 'Der Server wird gerade beendet.',
  'route.unknown': ({ path }) => `Die Route ${path} gibt es nicht.`,
  'route.noParameters': ({ names }) => `${names.join(', ')}: unbekannter Parameter; diese Route nimmt keine.`,
  'route.badSegment': ({ segment }) =>
    `Der Teil ${quoted(segment)} der Adresse ist keine gültige Prozentkodierung.`,
  'method.notTaken': ({ route, method, allowed }) =>
    `${route} nimmt ${method} nicht an, nur ${allowed.join(', ')}.`,
  'method.oneUserByOne':
    'Viele Benutzer auf einmal lassen sich nicht schreiben, denn jeder hat ein Passwort, eine Rolle und Sitzungen: Legen Sie sie einzeln mit POST /api/users an, und ändern oder löschen Sie sie mit PATCH und DELETE /api/users/:id.',
  'collection.unknown': ({ slug }) => `Die Sammlung ${quoted(slug)} gibt es nicht.`,
  'global.unknown': ({ slug }) => `Das Einzeldokument ${quoted(slug)} gibt es nicht.`,
  'file.unknown': ({ path }) => `Die Datei ${path} gibt es nicht.`,
  'dashboard.notBuilt': 'Die Oberfläche ist nicht gebaut: Installieren Sie svc noch einmal.',
  'request.timeout': ({ milliseconds }) =>
    `Die Anfrage hat länger als ${milliseconds} ms gebraucht; ob sie gewirkt hat, ist nicht bekannt.`,
  'request.clientGone': 'Der Client wartet nicht mehr auf die Antwort.',
  'store.notOpen': 'Die Datenbank ist nicht geöffnet.',
  'store.noAnswer': 'Die Datenbank antwortet nicht.',
  'store.cannotOpen': 'Die Datenbank lässt sich nicht öffnen; das Protokoll sagt, warum.',
  'origin.untrusted':
    'Diese Seite hat einen anderen Ursprung als „baseUrl“: Berichtigen Sie „baseUrl“, oder nehmen Sie ihn in „auth.trustedOrigins“ auf.',
  'rateLimit.exceeded': ({ seconds }) =>
    `Zu viele Anfragen. Versuchen Sie es in ${counted(seconds, 'einer Sekunde', 'Sekunden')} noch einmal.`,
  'sessionStore.unavailable': 'Der Speicher der Sitzungen antwortet nicht. Versuchen Sie es noch einmal.',

  // Of a body as a whole
  'body.missing': 'Die Anfrage hat keinen Inhalt; senden Sie ein JSON-Objekt.',
  'body.notObject': ({ is }) => `Der Inhalt muss ein JSON-Objekt sein, nicht ${bodyKinds[is]}.`,
  'body.notUtf8': 'Der Inhalt ist kein gültiges UTF-8.',
  'body.notJson': ({ position }) =>
    `Der Inhalt ist kein gültiges JSON${position === undefined ? '' : `, ab Zeichen ${position}`}.`,
  'body.keyTwice': ({ key }) => `Der Inhalt nennt den Schlüssel ${quoted(key)} zweimal in einem Objekt.`,
  'body.tooDeep': ({ max }) => `Der Inhalt ist tiefer als ${max} Ebenen verschachtelt.`,
  'body.tooManyKeys': ({ max }) => `Ein Objekt des Inhalts hat mehr als ${max} Schlüssel.`,
  'body.tooLarge': ({ max }) => `Der Inhalt ist größer als ${max} Bytes, die Grenze dieses Servers.`,
  'body.incomplete': 'Der Inhalt ist nicht vollständig angekommen.',
  'body.connectionClosed': 'Die Verbindung endete, bevor der Inhalt vollständig war.',
  'body.contentType': ({ got }) =>
    `Content-Type muss application/json sein${got === undefined ? '; er fehlt' : `, nicht ${quoted(got)}`}.`,
  'body.contentEncoding': ({ encoding }) =>
    `Content-Encoding ${quoted(encoding)} wird nicht unterstützt; senden Sie den Inhalt unkomprimiert.`,
  'body.charset': ({ charset }) =>
    `JSON ist UTF-8; der Zeichensatz ${quoted(charset)} wird nicht unterstützt.`,
  'form.contentType':
    'Content-Type muss application/x-www-form-urlencoded sein, wie Browser Formulare senden.',
  'form.notUtf8': 'Das Formular ist kein gültiges UTF-8.',

  // Of revisions and drafts in headers and bodies
  'ifMatch.malformed': ({ got }) =>
    `If-Match muss ein Stand in Anführungszeichen sein, wie ETag ihn nennt ("3"), oder *; nicht ${got}.`,
  'ifMatch.notRevision': 'Ist kein Stand.',
  'revision.malformed': ({ got }) =>
    `_revision muss der Stand sein, auf dem die Änderung beruht, eine ganze Zahl; nicht ${got}.`,
  'revision.notInteger': 'Muss eine ganze Zahl ab 0 sein.',
  'revision.disagrees': ({ ifMatch, revision }) =>
    `If-Match und _revision widersprechen sich: ${ifMatch.join(', ')} und ${revision}; senden Sie eines davon.`,
  'revision.differs': 'Ist anders als If-Match.',
  'xDraft.malformed': ({ got }) => `X-Draft muss true oder false sein, nicht ${quoted(got)}.`,
  'xDraft.switchedOff': ({ document }) => `X-Draft passt nicht: ${document} hat keine Entwürfe.`,
  'xDraft.deletion': 'X-Draft passt nicht: Dokumente werden mit ihren Entwürfen gelöscht.',

  // Of a value in a body
  'value.required': 'Ist nötig.',
  'value.notNull': 'Ist nötig und darf nicht null sein.',
  'value.invalid': 'Dieser Wert ist nicht gültig.',
  'value.unicode': 'Muss ein Text ohne halbe Zeichen und ohne das Zeichen NUL sein.',
  'value.empty': 'Darf nicht leer sein.',
  'value.tooLong': 'Ist zu lang.',
  'value.controlCharacters': 'Darf keine Steuerzeichen enthalten.',
  'value.nulCharacter': 'Darf das Zeichen NUL nicht enthalten.',
  'value.surrogate': 'Darf kein halbes Zeichen enthalten.',
  'value.kind': ({ kind }) => `Muss ${valueKinds[kind]}.`,
  'value.password': 'Geben Sie ein Passwort ein.',
  'value.notFuture': 'Muss in der Zukunft liegen.',
  'value.integerRange': ({ min, max }) => `Muss eine ganze Zahl von ${min} bis ${max} sein.`,
  'value.oneOf': ({ values }) => oneOf(values),
  'choice.oneOf': ({ values }) => oneOf(values.map(quoted)),
  'text.tooShort': ({ min }) => `Muss mindestens ${characters(min)} haben.`,
  'text.tooLong': ({ max }) => `Darf höchstens ${characters(max)} haben.`,
  'text.pattern': ({ pattern }) => `Muss zu ${pattern} passen.`,
  'text.surrogate': 'Der Text enthält ein halbes Zeichen.',
  'text.tooLongForIndex': 'Ein Text ist zu lang für den Index seines Feldes.',
  'text.characterNotKept': 'Ein Text enthält ein Zeichen, das die Datenbank nicht speichern kann.',
  'date.year': 'Das Jahr muss in UTC zwischen 0000 und 9999 liegen.',
  'date.notKept': 'Ein Datum liegt außerhalb dessen, was die Datenbank speichern kann.',
  'number.tooSmall': ({ min }) => `Muss mindestens ${min} sein.`,
  'number.tooLarge': ({ max }) => `Darf höchstens ${max} sein.`,
  'list.tooShort': ({ min }) => `Muss mindestens ${entries(min)} haben.`,
  'list.tooLong': ({ max }) => `Darf höchstens ${entries(max)} haben.`,
  'list.item': ({ index, issue }, { say }) => `Eintrag ${index + 1}: ${say(issue)}`,
  'list.sameIds': 'Darf keine zwei Zeilen mit derselben ID haben.',
  'row.sameId': ({ id }) => `Eine andere Zeile dieser Liste hat die ID ${quoted(id)}.`,
  'field.required': 'Dieses Feld ist nötig.',
  'field.noSuch': ({ near }) => `Dieses Feld gibt es nicht${meant(near) || '.'}`,
  'field.unknown': ({ near }) => `Unbekanntes Feld${near === undefined ? '.' : `, meinten Sie ${near}?`}`,
  'field.ofService': 'Dieses Feld setzt der Dienst selbst; es lässt sich nicht senden.',
  'field.fixed': 'Sie dürfen dieses Feld nicht ändern.',
  'field.someFixed': ({ paths }) => `Sie dürfen ${paths.join(', ')} nicht ändern.`,
  'field.notSettable': 'Dieses Feld lässt sich hier nicht setzen.',
  'field.prototype': ({ name }) => `${quoted(name)} ist kein Name eines Feldes.`,
  'property.unknown': ({ near }) => `Unbekannte Eigenschaft${meant(near) || '.'}`,
  'ids.count': ({ max, count }) => `Muss 1 bis ${max} IDs enthalten, nicht ${count}.`,
  'ids.notText': ({ got }) => `Muss Texte enthalten, nicht ${kindOf(got)}.`,
  'schedule.endBeforeStart': 'Muss nach der Veröffentlichung liegen.',
  'schedule.timestamp': 'Muss ein Zeitpunkt mit Zeitzone sein, etwa 2026-05-01T08:00:00Z.',

  // Of writes of many documents
  'many.nothingWritten': ({ failed, count, path, issue }, { details }) => {
    const first = details.find((detail) => `${detail.path}.`.startsWith(`${path}.`));
    const cause = first === undefined ? `${path}: ${issue.message}` : `${first.path}: ${first.message}`;
    return `Nichts wurde geschrieben: ${failed} von ${count} sind gescheitert. ${cause}`;
  },
  'many.unexpectedCount': (params) => `${unexpected(params)} Nichts wurde geschrieben.`,
  'many.unexpectedCountHere': (params) => unexpected(params),
  'many.tooManyMatch': (params) => `${tooManyMatch(params)} Grenzen Sie den Filter ein, und wiederholen Sie.`,
  'many.tooManyMatchHere': (params) => tooManyMatch(params),
  'many.tooMuch': ({ count, bytes, max }) =>
    `Der Filter trifft auf ${count} Dokumente zu, zu viele für einen Inhalt von ${bytes} Bytes: höchstens ${max} auf einmal, damit andere schreiben können. Grenzen Sie den Filter ein, oder senden Sie weniger.`,
  'many.internalError': ({ requestId }) =>
    `Auf dem Server ist etwas schiefgegangen; sein Protokoll sagt unter der requestId ${requestId} mehr.`,
  'many.noLongerMatching':
    'Das Dokument passt nicht mehr zum Filter: Es wurde inzwischen geändert. Senden Sie die Anfrage noch einmal.',
  'many.timeout': ({ milliseconds }) =>
    `Dies wurde nicht geschrieben: Viele Schreibvorgänge auf einmal dürfen ${milliseconds} ms dauern, die Hälfte von server.requestTimeout. Senden Sie weniger auf einmal.`,
  'many.ifMatch':
    'If-Match passt nicht zu vielen Dokumenten: Ein Schritt von „bulk“ hat ein eigenes „ifMatch“.',
  'many.ifMatchHere':
    'If-Match passt nicht zu vielen Dokumenten: Ein Schritt von „bulk“ hat ein eigenes „ifMatch“.',
  'many.ifMatchAfterOthers':
    '„ifMatch“ passt nicht: Ein früherer Schritt der Anfrage betrifft dasselbe Dokument.',
  'many.ifMatchAfterOthersHere': 'Passt nicht: Ein früherer Schritt der Anfrage betrifft dasselbe Dokument.',
  'many.revision': '_revision: Passt nicht zu vielen Dokumenten: Jedes hat einen eigenen Stand.',
  'many.revisionHere': 'Passt nicht zu vielen Dokumenten: Jedes hat einen eigenen Stand.',
  'bulk.tooMany': ({ count, max }) => `Enthält ${count} Schritte; höchstens ${max} gehen auf einmal.`,
  'bulk.doesNotApply': ({ operation }) => `Passt nicht zu ${operation}.`,
  'bulk.idOfNew': 'Passt nicht: Der Dienst gibt neuen Dokumenten ihre IDs.',
  'bulk.draftsSwitchedOff': ({ collection }) => `Passt nicht: ${collection} hat keine Entwürfe.`,

  // Of parameters and of values in a filter
  'parameter.unknown': ({ near }) => `Unbekannter Parameter${meant(near) || '.'}`,
  'parameter.unknownWhere':
    'Unbekannter Parameter: „where“ ist ein JSON-Objekt, etwa where={"title":{"equals":"x"}}.',
  'parameter.unknownAmong': ({ known }) => `Unbekannter Parameter; es gibt ${known.join(', ')}.`,
  'parameter.noneTaken': 'Unbekannter Parameter; diese Route nimmt keine.',
  'parameter.blank': 'Ist leer.',
  'parameter.twice': 'Ist zweimal angegeben.',
  'parameter.notUtf8': 'Ist keine gültige Prozentkodierung von UTF-8.',
  'parameter.nameNotUtf8': 'Der Name eines Parameters ist keine gültige Prozentkodierung von UTF-8.',
  'parameter.oneOf': ({ values }) => oneOf(values),
  'input.empty': 'Darf nicht leer sein.',
  'input.wrongType': ({ wanted, got }) => `Muss ${inputKinds[wanted]} sein, nicht ${kindOf(got)}.`,
  'input.oneOf': ({ values, got, near }) =>
    `Muss einer dieser Werte sein: ${values.join(', ')}; nicht ${kindOf(got)}${meant(near) || '.'}`,
  'input.wholeNumber': ({ min, max, got }) =>
    `Muss eine ganze Zahl ${max === undefined ? `ab ${min}` : `von ${min} bis ${max}`} sein, nicht ${kindOf(got)}.`,
  'input.nulCharacter': 'Darf das Zeichen NUL nicht enthalten.',
  'input.surrogate': 'Darf kein halbes Zeichen enthalten.',
  'input.tooManyValues': ({ count, max }) => `Hat ${count} Werte; höchstens ${max} sind erlaubt.`,
  'input.tooManyPositions': ({ count, max }) => `Hat ${count} Positionen; höchstens ${max} sind erlaubt.`,

  // Of areas and references in a filter
  'area.malformed':
    'Muss ein GeoJSON-Polygon { type, coordinates }, { center, radius } oder ein Rechteck sein.',
  'area.box': 'Ein Rechteck ist [west, south, east, north] in Grad.',
  'area.southAboveNorth': 'Der Süden eines Rechtecks darf nicht nördlich seines Nordens liegen.',
  'area.position': 'Muss [Länge, Breite] in Grad sein.',
  'area.rings': 'Muss eine Liste von Ringen sein, der äußere zuerst.',
  'area.fewPositions': 'Muss mindestens vier Positionen haben.',
  'area.openRing': 'Muss an der Position enden, an der es beginnt.',
  'reference.malformed': 'Muss ein Objekt { collection, id } aus zwei Texten sein.',
  'reference.unknownCollection': ({ collections, near }) =>
    `Ist keine der Sammlungen ${collections.join(', ')}${meant(near) || '.'}`,

  // Of paths to fields
  'path.unknownField': ({ field, near }) =>
    `Unbekanntes Feld${field === undefined ? '' : ` ${quoted(field.name)}${placeOf(field)}`}${meant(near) || '.'}`,
  'path.emptyName': 'Enthält einen leeren Feldnamen.',
  'path.tooLong': ({ max }) => `Der Pfad hat mehr als ${max} Namen.`,
  'path.join': ({ name }) => `${quoted(name)} ist ein Join, nach dem sich nicht filtern lässt.`,
  'path.nothingInside': ({ name, type }) => `${quoted(name)} ist vom Typ ${type} und enthält nichts.`,
  'path.group': ({ name, fields }) =>
    `${quoted(name)} ist eine Gruppe: Filtern Sie nach einem ihrer Felder (${fields.join(', ')}).`,
  'path.block': ({ name }) => `${quoted(name)} ist ein Block: Filtern Sie nach einem seiner Felder.`,
  'path.tooManyRelations': ({ max }) => `Der Pfad führt über mehr als ${max} Verweise.`,
  'path.nowhere': 'Der Verweis führt nirgendwohin.',

  // Of filters
  'filter.keyTwice': 'Nennt einen Schlüssel zweimal in einem Objekt.',
  'filter.notJson': 'Ist kein gültiges JSON.',
  'filter.noOperator': 'Hat keinen Operator.',
  'filter.tooDeep': ({ max }) => `AND und OR sind tiefer als ${max} Ebenen verschachtelt.`,
  'filter.tooManyConditions': ({ max }) => `Der Filter hat mehr als ${max} Bedingungen.`,
  'filter.textTooLong': ({ max }) => `Darf höchstens ${characters(max)} haben.`,
  'filter.tooManyPositions': ({ max }) =>
    `Die Polygone des Filters haben zusammen mehr als ${max} Positionen; vereinfachen Sie sie.`,
  'filter.tooCostly':
    'Der Filter kostet zu viel, diese Bedingung am meisten: Nehmen Sie weniger solche, kürzere Pfade oder kürzere Texte.',
  'filter.tooComplex':
    'Der Filter ist zu verwickelt für die Datenbank: Nehmen Sie weniger Bedingungen über mehrere Verweise.',
  'filter.fewerConditions': 'Nehmen Sie weniger Bedingungen über mehrere Verweise.',
  'filter.tooComplexWithAccess':
    'Der Filter ist zusammen mit den Zugriffsregeln zu verwickelt: Fragen Sie nach weniger auf einmal.',
  'filter.required': 'Ist nötig: Der Filter sagt, welche Dokumente gemeint sind.',
  'filter.emptyHolds': 'Darf nicht leer sein: Ein leerer Filter trifft auf jedes Dokument zu.',
  'filter.alwaysHolds': 'Muss etwas verlangen: In dieser Form trifft der Filter auf jedes Dokument zu.',
  'filter.combinatorCapitals': ({ issue, combinator }, { say }) =>
    `${say(issue)} (${combinator} schreibt man groß)`,
  'filter.combinatorMeant': ({ issue, combinator }, { say }) => `${say(issue)} Meinten Sie "${combinator}"?`,
  'operator.unknown': ({ near }) => `Unbekannter Operator${meant(near) || '.'}`,
  'operator.unknownUsePath': ({ path }) =>
    `Unbekannter Operator; schreiben Sie einen Pfad mit Punkten: ${quoted(path)}.`,
  'operator.notFitting': ({ operator, field, type, hasMany, known }) =>
    `${operator} passt nicht zum Feld ${quoted(field)} vom Typ ${type}${hasMany ? ' mit hasMany' : ''}; es passen: ${known.join(', ')}.`,

  // Of sort, select, pages and cursors
  'sort.malformed': ({ got }) => `Muss Felder nennen, etwa "title_asc,createdAt_desc", nicht ${kindOf(got)}.`,
  'sort.tooManyFields': ({ max }) => `Hat mehr als ${max} Felder.`,
  'sort.twice': ({ path }) => `Nennt ${quoted(path)} zweimal.`,
  'sort.byStatus': ({ name }) => `Nach ${quoted(name)} lässt sich nicht sortieren: Filtern Sie danach.`,
  'sort.byType': ({ name, type }) =>
    `Nach dem Feld ${quoted(name)} vom Typ ${type} lässt sich nicht sortieren.`,
  'sort.unknownField': ({ name, near }) => `Unbekanntes Feld ${quoted(name)}${meant(near) || '.'}`,
  'sort.throughRelation': ({ name }) => `Über den Verweis ${quoted(name)} lässt sich nicht sortieren.`,
  'sort.insideType': ({ name, type }) =>
    `Innerhalb des Feldes ${quoted(name)} vom Typ ${type} lässt sich nicht sortieren.`,
  'select.malformed': ({ got }) => `Muss Felder nennen, etwa "title,author.name", nicht ${kindOf(got)}.`,
  'select.tooManyNames': ({ max }) => `Hat mehr als ${max} Namen.`,
  'select.name': ({ name, issue }, { say }) => `${quoted(name)}: ${say(issue)}`,
  'select.nothingInside': ({ name }) => `In ${quoted(name)} ist nichts.`,
  'select.notPopulated': ({ name }) =>
    `Die Dokumente von ${quoted(name)} werden in dieser Tiefe nicht geladen; erhöhen Sie depth.`,
  'draft.none': ({ document }) => `${quoted(document)} hat keine Entwürfe.`,
  'cursor.withPage': 'Geht nicht zusammen mit cursor.',
  'cursor.foreign': 'Ist kein Cursor dieses Dienstes; geben Sie nextCursor der Seite davor an.',
  'cursor.otherList':
    'Gehört zu einer anderen Sortierung oder einem anderen Filter; beginnen Sie mit einem leeren Cursor.',
  'cursor.outdated': 'Passt nicht zu den jetzigen Feldern; beginnen Sie mit einem leeren Cursor.',

  // Of lists for administrators
  'auditLog.date': 'Muss ein Datum sein, etwa 2026-11-21 oder 2026-11-21T10:00:00Z.',
  'userLocks.parameterUnknown': 'Unbekannter Parameter; es gibt ids.',
  'userLocks.idsRequired': 'Ist nötig: IDs von Benutzern, durch Kommas getrennt.',
  'userLocks.tooManyIds': ({ max }) => `Darf höchstens ${max} Benutzer nennen.`,
  'userLocks.notUserId': ({ id }) => `${quoted(id)} ist keine ID eines Benutzers.`,

  // Of access
  'access.loginNeeded': 'Dies braucht eine Anmeldung: In der Anfrage ist keine Sitzung.',
  'access.sessionNeeded': 'Dies braucht eine Sitzung: API-Schlüssel dürfen es nicht.',
  'access.needsSession': 'Dies braucht eine Sitzung.',
  'access.userNeeded': 'Dies braucht einen Benutzer: API-Schlüssel dürfen es nicht.',
  'access.roleTooLow': ({ role }) => `Mit der Rolle ${role} geht das nicht.`,
  'access.anonymousDenied': ({ operation, name }) =>
    `Ohne Anmeldung dürfen Sie ${name} nicht ${operations[operation]}.`,
  'access.keyScopesDenied': ({ operation, name }) =>
    `Die Rechte dieses API-Schlüssels reichen nicht, um ${name} zu ${operations[operation]}.`,
  'access.keyScopesDeniedRoute': 'Die Rechte dieses API-Schlüssels reichen dafür nicht.',
  'access.roleDenied': ({ operation, name, role }) =>
    `Mit der Rolle ${role} dürfen Sie ${name} nicht ${operations[operation]}.`,
  'access.draftsDenied': 'Ohne Anmeldung dürfen Sie keine Entwürfe lesen: Lassen Sie „draft“ weg.',
  'access.hiddenField': ({ path }) =>
    `Sie dürfen nach ${quoted(path)} weder filtern noch sortieren: Sie dürfen dieses Feld nicht lesen.`,

  // Of the scopes of API keys
  'scope.malformed': ({ scope }) =>
    `${quoted(scope)} ist kein Recht: Schreiben Sie "<slug>:<operation>", etwa "posts:read" oder "globals.site:update".`,
  'scope.unknownCollection': ({ scope, near }) =>
    `${quoted(scope)} nennt keine Sammlung dieses Dienstes${meant(near) || '.'}`,
  'scope.unknownGlobal': ({ scope, near }) =>
    `${quoted(scope)} nennt kein Einzeldokument dieses Dienstes${meant(near) || '.'}`,
  'scope.unknownField': ({ scope, document }) => `${quoted(scope)} nennt kein Feld von ${document}.`,
  'scope.unknownOperation': ({ scope, operation, known }) =>
    `${quoted(scope)}: Die Operation muss eine von ${known.join(', ')} oder * sein, nicht ${quoted(operation)}.`,
  'scope.beyondCreator': ({ role, scopes }) =>
    `Ein Schlüssel darf nicht mehr als wer ihn anlegt: Die Rolle ${role} kann ${scopes.join(', ')} nicht geben.`,
  'scope.beyondOwnRights': ({ scope }) => `${scope} geht über Ihre eigenen Rechte hinaus.`,
  'scope.none': 'Muss mindestens ein Recht nennen, etwa posts:read.',

  // Of API keys
  'key.unknown': ({ id }) => `Den API-Schlüssel ${quoted(id)} gibt es nicht.`,
  'key.invalid': 'Der API-Schlüssel ist unbekannt, abgeschaltet oder abgelaufen.',
  'key.twoKeys': 'X-API-Key und Authorization enthalten verschiedene API-Schlüssel; senden Sie einen davon.',
  'key.differs': 'Ist ein anderer Schlüssel als in Authorization.',
  'key.roleOrScopesRequired': 'Ist nötig, wenn keine Rechte einzeln angegeben sind.',
  'key.roleWithScopes': 'Geht nicht zusammen mit einzelnen Rechten.',
  'key.hasRole':
    'Dieser Schlüssel hat eine Rolle; einzelne Rechte gehen daneben nicht. Legen Sie einen anderen an.',
  'key.replaced': ({ id }) =>
    `Dieser Schlüssel ist erneuert, und sein Ende steht fest; ändern Sie stattdessen ${id}.`,
  'key.roleTooHigh': ({ role, own }) =>
    `Ein Schlüssel kann keine höhere Rolle haben als wer ihn anlegt: ${role} steht über ${own}.`,
  'key.rotateDisabled':
    'Der API-Schlüssel lässt sich nicht erneuern: Er ist abgeschaltet; schalten Sie ihn zuerst ein.',
  'key.rotateRotated': 'Der API-Schlüssel lässt sich nicht erneuern: Er ist es schon.',
  'key.rotateExpired':
    'Der API-Schlüssel lässt sich nicht erneuern: Er ist abgelaufen; legen Sie einen neuen an.',

  // Of passwords
  'password.weak': (_, { details }) =>
    ['Das Passwort ist nicht stark genug.', ...details.slice(0, 3).map(({ message }) => message)].join(' ') +
    others(details.length - 3),
  'password.tooLong': 'Das Passwort ist zu lang.',
  'password.noUppercase': 'Muss einen Großbuchstaben enthalten.',
  'password.noLowercase': 'Muss einen Kleinbuchstaben enthalten.',
  'password.noDigit': 'Muss eine Ziffer enthalten.',
  'password.noSymbol': 'Muss ein Sonderzeichen enthalten, etwa ! oder #.',
  'password.containsEmail': 'Darf den Teil der E-Mail vor dem @ nicht enthalten.',
  'password.common':
    'Darf kein verbreitetes Passwort sein: Ein bekanntes Wort mit Ziffern oder Zeichen darum wird zuerst geraten.',
  'password.wrong': 'Das jetzige Passwort stimmt nicht.',
  'password.changedNow': 'Das jetzige Passwort stimmt nicht: Es wurde gerade geändert.',

  // Of logins and sessions
  'login.wrong': 'Es gibt kein Konto mit dieser E-Mail und diesem Passwort.',
  'login.passwordChanged': 'Das Passwort wurde gerade geändert; melden Sie sich mit dem neuen an.',
  'login.emailNotVerified':
    'Die E-Mail ist noch nicht bestätigt: Öffnen Sie den Link in der E-Mail, die an sie ging, und melden Sie sich dann an.',
  'login.locked': ({ minutes }) =>
    `Das Konto ist nach zu vielen Fehlversuchen gesperrt. Versuchen Sie es in ${counted(minutes, 'einer Minute', 'Minuten')} noch einmal, oder setzen Sie das Passwort zurück.`,
  'login.tooManyWaiting': 'Zu viele Anmeldungen warten. Versuchen Sie es in ein paar Sekunden noch einmal.',
  'login.tooManyWaitingOfAccount': 'Zu viele Anmeldungen dieses Kontos warten. Versuchen Sie es noch einmal.',
  'credential.malformed': 'Authorization muss „Bearer“ und ein API-Schlüssel oder ein Token sein.',
  'session.ended': 'Die Sitzung ist beendet; melden Sie sich noch einmal an.',
  'session.unknown': 'Sie haben keine Sitzung mit dieser ID.',
  'session.cookieTwice': 'Das Cookie der Sitzung kam zweimal; löschen Sie die Cookies dieser Website.',
  'session.expired':
    'Das Token der Sitzung ist abgelaufen; erneuern Sie es mit POST /api/auth/refresh, oder melden Sie sich noch einmal an.',
  'session.otherAddress':
    'Das Token der Sitzung gilt für eine andere Adresse: Melden Sie sich noch einmal an. Wo mehrere Instanzen eine Adresse bedienen, setzen Sie SVC_BASE_URL auf jeder von ihnen.',
  'refreshToken.missing': 'In der Anfrage ist kein Token zum Erneuern; melden Sie sich an.',
  'refreshToken.invalid': 'Das Token zum Erneuern gilt nicht; melden Sie sich noch einmal an.',
  'link.invalid':
    'Dieser Link gilt nicht: Er ist unbekannt, schon benutzt oder abgelaufen. Fordern Sie einen neuen an.',
  'code.invalid':
    'Dieser Code gilt nicht: Er ist unbekannt, schon benutzt oder abgelaufen. Fordern Sie einen neuen an.',
  'link.parameterUnknown': 'Unbekannter Parameter; diese Route nimmt token.',
  'link.parametersUnknown': ({ names }) =>
    `${names.join(', ')}: unbekannter Parameter; diese Route nimmt token.`,
  'link.tokenMissing': 'token: Der Parameter fehlt; er steht in dem Link, der per E-Mail kam.',
  'redirect.untrusted':
    'redirectTo muss ein Pfad dieses Dienstes oder eine Adresse mit vertrautem Ursprung sein.',
  'redirect.untrustedValue':
    'Muss ein Pfad sein, der mit einem "/" beginnt, oder eine Adresse mit vertrautem Ursprung.',

  // Of documents
  'document.unknown': ({ id, collection }) => `In ${collection} gibt es kein Dokument ${quoted(id)}.`,
  'document.modifiedSince': ({ document, expected }) =>
    `Das Dokument von ${document} wurde seit Stand ${expected} geändert.`,
  'document.modified': ({ document, revision, expected }) =>
    `Das Dokument von ${document} wurde inzwischen geändert: Es ist bei Stand ${revision}, nicht ${expected}. Laden Sie es neu.`,
  'document.nothingPublished': ({ document }) =>
    `Vom Dokument von ${document} ist nichts veröffentlicht, und so bliebe nichts davon. Löschen Sie es stattdessen.`,
  'document.notUnique': ({ document }) => `Das Dokument wäre in ${document} nicht eindeutig.`,
  'document.sameValues': ({ document, fields }) =>
    `Ein anderes Dokument von ${document} hat denselben Wert: ${fields.join(' und ')}.`,
  'document.tooManyChanges': 'Zu viele Änderungen dieses Dokuments warten. Versuchen Sie es noch einmal.',
  'deletion.restricted': 'Das Dokument lässt sich nicht löschen: Andere Dokumente verweisen darauf.',
  'deletion.restrictedBy': ({ names }) =>
    `Das Dokument lässt sich nicht löschen: Andere Dokumente verweisen darauf, mit ${names.join(', ')}.`,
  'deletion.refers': 'Verweist auf das Dokument und darf nicht leer werden.',
  'slug.notFitting': ({ from, slug }) =>
    `Aus ${from} lässt sich kein Adressteil machen: ${quoted(slug)} passt nicht. Geben Sie einen ein.`,
  'version.unknown': ({ document, version }) =>
    `Das Dokument von ${document} hat keine Version ${quoted(version)}.`,
  'schedule.noLongerAllowed': ({ action }) =>
    `Wer dies geplant hat, darf es nicht mehr ${action === 'publish' ? 'veröffentlichen' : 'zurückziehen'}. Planen Sie es noch einmal.`,
  'schedule.noDrafts': ({ document }) => `${document} hat keine Entwürfe mehr.`,
  'answer.tooManyBytes': ({ mebibytes }) => tooMuch(`mehr als ${mebibytes} MiB`),
  'answer.tooManyDocuments': ({ max }) => tooMuch(`mehr als ${max} Dokumente`),

  // Of the database, and of reads and writes that wait or take long
  'database.noAnswer': 'Die Datenbank antwortet nicht. Versuchen Sie es noch einmal.',
  'database.busy':
    'Die Datenbank ist mit einem anderen Schreibvorgang beschäftigt. Versuchen Sie es noch einmal.',
  'database.noConnection': 'Die Datenbank hat keine Verbindung mehr frei. Versuchen Sie es noch einmal.',
  'database.noWrites': 'Die Datenbank nimmt gerade nichts an. Versuchen Sie es noch einmal.',
  'database.writeTooLong': 'Das Schreiben hat zu lange gedauert und wurde zurückgenommen.',
  'database.diskFull': 'Der Datenträger der Datenbank ist voll.',
  'database.outOfMemory': 'Der Datenbank fehlt Speicher.',
  'database.tooLong':
    'Die Datenbank hat zu lange gebraucht. Versuchen Sie es noch einmal, oder fragen Sie nach weniger.',
  'database.missing': 'Die Datenbank gibt es nicht.',
  'database.loginRefused': 'Die Datenbank lehnt die Anmeldung ab.',
  'database.untrusted': 'Dem Zertifikat der Datenbank wird nicht vertraut.',
  'database.readOnly': 'In die Datenbank lässt sich nicht schreiben.',
  'database.ioError': 'Die Datenbank lässt sich nicht lesen oder schreiben.',
  'database.cannotOpen': 'Die Datenbank lässt sich nicht öffnen.',
  'database.damaged': 'Die Datenbank ist beschädigt.',
  'database.readerEnded':
    'Der Prozess, der für diese Anfrage las, ist beendet. Versuchen Sie es noch einmal.',
  'write.tooManyWaiting': 'Zu viele Schreibvorgänge warten. Versuchen Sie es noch einmal.',
  'write.timeout': ({ milliseconds }) =>
    `Das Schreiben hat länger als ${milliseconds} ms gedauert und wurde zurückgenommen.`,
  'read.tooManyLong': ({ dearest }, { say }) =>
    `Zu viele lange Lesevorgänge laufen; bei diesem kostet ${say(dearest)} am meisten. Versuchen Sie es noch einmal, oder fragen Sie nach weniger.`,
  'read.tookTooLong': ({ seconds, dearest }, { say }) =>
    `Das Lesen hat länger als ${seconds} s gedauert und wurde beendet: ${say(dearest)} kostet am meisten. Fragen Sie nach weniger, oder filtern Sie nach einem Feld mit Index.`,
  'cost.filter': ({ path }) => `der Filter nach "${path}"`,
  'cost.countWithFilter': ({ path }) => `die Zählung mit dem Filter nach "${path}"`,
  'cost.count': 'die Zählung',
  'cost.sort': ({ path }) => `die Sortierung nach "${path}"`,
  'cost.join': ({ path }) => `der Join "${path}"`,
  'cost.deepPage': 'eine Seite so weit hinten in der Liste',
  'cost.parameter': ({ name }) => `"${name}"`,

  // Of accounts
  'account.exists': 'Es gibt schon ein Konto mit dieser E-Mail; melden Sie sich damit an.',
  'account.emailTaken': 'Es gibt schon ein Konto mit dieser E-Mail.',
  'account.lastSuperAdmin': 'Dieses Konto ist der letzte super_admin und muss es bleiben.',
  'registration.disabled': 'Die Registrierung ist vom Administrator abgeschaltet.',
  'invite.userExists': 'Es gibt schon einen Benutzer mit dieser E-Mail.',
  'invite.open': 'Für diese E-Mail gibt es schon eine offene Einladung; senden Sie diese noch einmal.',
  'invite.unknown': 'Es gibt keine Einladung mit dieser ID.',
  'invite.accepted': 'Diese Einladung ist schon angenommen.',
  'invite.roleOneOf': ({ values }) => `Die Rolle muss eine von diesen sein: ${values.join(', ')}.`,
  'invite.roleTooHigh': ({ role }) =>
    `Mit der Rolle ${role} lädt man nur Benutzer mit niedrigeren Rollen ein.`,
  'invite.senderLostRight':
    'Wer diese Einladung gesendet hat, darf diese Rolle nicht mehr vergeben; bitten Sie einen Administrator um eine neue.',

  // Of users that others manage
  'user.unknown': 'Es gibt keinen Benutzer mit dieser ID.',
  'user.unknownId': ({ id }) => `Den Benutzer ${quoted(id)} gibt es nicht.`,
  'user.loginNeeded': 'Dies braucht eine Anmeldung.',
  'user.othersDeniedToRole': ({ role, operation }) =>
    `Mit der Rolle ${role} darf man andere Benutzer nicht ${operations[operation]}.`,
  'user.othersDeniedToKey': ({ operation }) =>
    `Ein API-Schlüssel mit einzelnen Rechten darf andere Benutzer nicht ${operations[operation]}.`,
  'user.rankTooHigh': ({ role }) =>
    `Mit der Rolle ${role} verwaltet man nur Benutzer mit niedrigeren Rollen.`,
  'user.notBelow': ({ by, role }) =>
    `${by === 'user' ? 'Sie dürfen' : 'Dieser API-Schlüssel darf'} nur Benutzer verwalten, deren Rolle unter ${role} steht.`,
  'user.roleNotBelow': ({ by, role, own }) =>
    `${by === 'user' ? 'Sie dürfen' : 'Dieser API-Schlüssel darf'} die Rolle ${role} nicht vergeben: Sie steht nicht unter ${own}.`,
  'user.ownRoleChanged': 'Ihre eigene Rolle hat sich gerade geändert; versuchen Sie es noch einmal.',
  'user.roleChangeDenied': 'Nur ein angemeldeter super_admin darf die Rolle eines Benutzers ändern.',
  'user.lastSuperAdmin':
    'Das ist der letzte super_admin, und niemand könnte den Dienst mehr verwalten. Machen Sie zuerst einen anderen Benutzer zum super_admin.',
  'user.deletesLastSuperAdmin':
    'Das würde den letzten super_admin löschen, und niemand könnte den Dienst mehr verwalten. Machen Sie zuerst einen anderen Benutzer zum super_admin.',
  'settings.readDenied': 'Nur Administratoren dürfen die Systemeinstellungen sehen.',
};

const operations = { read: 'lesen', create: 'anlegen', update: 'ändern', delete: 'löschen' } as const;

/** What follows `Muss`. */
const valueKinds: Readonly<Record<ValueKind, string>> = {
  text: 'ein Text sein',
  number: 'eine Zahl sein',
  integer: 'eine ganze Zahl sein',
  boolean: 'wahr oder falsch sein',
  list: 'eine Liste sein',
  object: 'ein Objekt sein',
  block: 'ein Objekt mit „blockType“ sein',
  json: 'JSON sein',
  richText: 'das JSON eines Editors für formatierten Text sein',
  id: 'die ID eines Dokuments sein',
  email: 'eine E-Mail-Adresse sein, etwa ada@example.com',
  url: 'eine Adresse mit http oder https sein, etwa https://example.com',
  color: 'eine Farbe sein, etwa #1a2b3c oder #1a2b3c80',
  slug: 'ein Teil einer Adresse sein, etwa mein-erster-beitrag',
  date: 'ein gültiges Datum sein, etwa 2026-11-21',
  moment: 'ein Zeitpunkt mit Zeitzone sein, etwa 2026-11-21T09:30:00Z',
  timestamp: 'ein Zeitpunkt mit Zeitzone sein, etwa 2030-01-31T12:00:00Z',
  position: 'ein Paar [Länge, Breite] sein',
};

const inputKinds: Readonly<Record<InputKind, string>> = {
  text: 'ein Text',
  number: 'eine Zahl',
  boolean: 'true oder false',
  color: 'eine Farbe wie "#1a2b3c"',
  date: 'ein Datum wie "2026-01-31"',
  timestamp: 'ein Zeitpunkt mit Zeitzone wie "2026-01-31T09:00:00Z"',
  id: 'die ID eines Dokuments',
  reference: 'ein Objekt { collection, id }',
  list: 'eine Liste',
  range: 'ein Bereich [von, bis]',
  area: 'ein GeoJSON-Polygon, { center, radius } oder ein Rechteck',
  metres: 'eine Zahl von Metern ab 0',
  polygonType: '"Polygon"',
  positions: 'eine Liste von Positionen',
  conditions: 'ein Objekt mit Bedingungen',
  filters: 'eine Liste von Filtern',
  object: 'ein Objekt',
  fields: 'ein Objekt mit Feldern',
  revision: 'ein Stand, eine ganze Zahl ab 0,',
};

const bodyKinds = {
  null: 'null',
  list: 'eine Liste',
  string: 'ein Text',
  number: 'eine Zahl',
  boolean: 'true oder false',
  undefined: 'nichts',
} as const;

const gotKinds = { nothing: 'nichts', null: 'null', list: 'eine Liste', object: 'ein Objekt' } as const;

function kindOf(got: Got): string {
  if (got.is !== 'value') return gotKinds[got.is];
  return typeof got.value === 'string' ? `der Text ${quoted(got.value)}` : `${got.value}`;
}

function placeOf({ in: where, of = '' }: FieldPlace): string {
  switch (where) {
    case 'collection':
      return ` von ${of}`;
    case 'group':
      return ` in der Gruppe ${quoted(of)}`;
    case 'blocks':
      return ` in den Blöcken von ${quoted(of)}`;
    case 'rows':
      return ' in den Zeilen';
  }
}

/** The first issues, and how many more there are. */
function shownIssues(details: TextContext['details']): string {
  const shown = details
    .slice(0, 3)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return `${shown.join(' ')}${others(details.length - 3)}`;
}

function others(count: number): string {
  return count > 0 ? ` (und ${count} weitere)` : '';
}

function oneOf(values: readonly string[]): string {
  return `Muss einer dieser Werte sein: ${values.join(', ')}.`;
}

function unexpected(params: { expected: number; collection: string; count: number }): string {
  return `Der Filter sollte auf ${params.expected} Dokumente von ${params.collection} zutreffen; es sind ${params.count}.`;
}

function tooManyMatch({ count, max }: { count: number; max: number }): string {
  return `Der Filter trifft auf ${count} Dokumente zu; höchstens ${max} werden auf einmal geschrieben.`;
}

function tooMuch(size: string): string {
  return `Die Antwort enthielte ${size}: Senken Sie „depth“ oder „limit“, oder nennen Sie weniger Felder in „select“.`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function meant(near: string | undefined): string {
  return near === undefined ? '' : `, meinten Sie ${quoted(near)}?`;
}

function counted(count: number, one: string, many: string): string {
  return count === 1 ? one : `${count} ${many}`;
}

function characters(count: number): string {
  return counted(count, 'ein Zeichen', 'Zeichen');
}

function entries(count: number): string {
  return counted(count, 'einen Eintrag', 'Einträge');
}
