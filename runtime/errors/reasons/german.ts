/** The messages of the service in German: for its pages and for the dashboard. The API speaks English. */
import type { FieldPlace } from './english.js';
import type { Got } from './got.js';
import { germanInputKinds, germanWantedKinds } from './kinds.js';
import type { Catalogue } from './reason.js';
import type { TextContext } from './text-context.js';

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
  'service.shuttingDown': 'Der Server wird gerade beendet.',
  'route.unknown': ({ path }) => `Die Route ${path} gibt es nicht.`,
  'local.tooDeep': ({ max, chain }) =>
    `Aufrufe von local führen mehr als ${max} Ebenen tief zueinander: ${chain} → …`,
  'local.ownDocument': ({ document }) =>
    `Ein Hook von ${document} hat das Dokument, für das er läuft, mit einem Aufruf von local geändert: Geben Sie stattdessen die geänderten Daten zurück.`,
  'local.ofOuterHook':
    'Ein Hook hat mit dem local des Hooks geschrieben, der zu ihm führte und auf ihn wartet: Verwenden Sie das local seines eigenen Arguments.',
  'local.noUser': ({ id }) => `Es gibt kein Konto ${id}, dessen Rechte ein Aufruf haben könnte.`,
  'local.noPlanner':
    'wird mit den Rechten eines Kontos geplant, das ein Aufruf als system nicht hat; verwenden Sie { as: user }',
  'local.accountInTransaction':
    'Konten werden nicht in der Transaktion eines anderen Dokuments geschrieben: Schreiben Sie sie in einem after-Hook.',
  'local.fileInTransaction':
    'Dateien werden nicht in der Transaktion eines anderen Dokuments gespeichert: Speichern Sie sie in einem after-Hook.',
  'parameters.unknown': ({ names, known }) => `${names.join(', ')}: unbekannter Parameter; ${taken(known)}`,
  'route.badSegment': ({ segment }) =>
    `Der Teil ${quoted(segment)} der Adresse ist keine gültige Prozentkodierung.`,
  'method.notAllowed': ({ route, method, allowed }) =>
    `${route} nimmt ${method} nicht an, nur ${allowed.join(', ')}.`,
  'user.notInBulk':
    'Viele Benutzer auf einmal lassen sich nicht schreiben, denn jeder hat ein Passwort, eine Rolle und Sitzungen: Legen Sie sie einzeln mit POST /api/users an, und ändern oder löschen Sie sie mit PATCH und DELETE /api/users/:id.',
  'collection.unknown': ({ slug }) => `Die Sammlung ${quoted(slug)} gibt es nicht.`,
  'global.unknown': ({ slug }) => `Das Einzeldokument ${quoted(slug)} gibt es nicht.`,
  'file.unknown': ({ path }) => `Die Datei ${path} gibt es nicht.`,
  'dashboard.notBuilt': 'Die Oberfläche ist nicht gebaut: Installieren Sie svc noch einmal.',
  'request.timeout': ({ milliseconds }) =>
    `Die Anfrage hat länger als ${milliseconds} ms gebraucht; ob sie gewirkt hat, ist nicht bekannt.`,
  'request.clientGone': 'Der Client wartet nicht mehr auf die Antwort.',
  'store.notOpen': 'Die Datenbank ist nicht geöffnet.',
  'store.notResponding': 'Die Datenbank antwortet nicht.',
  'store.cannotOpen': 'Die Datenbank lässt sich nicht öffnen; das Protokoll sagt, warum.',
  'origin.untrusted':
    'Diese Seite hat einen anderen Ursprung als „baseUrl“: Berichtigen Sie „baseUrl“, oder nehmen Sie ihn in „auth.trustedOrigins“ auf.',
  'rateLimit.exceeded': ({ seconds }) =>
    `Zu viele Anfragen. Versuchen Sie es in ${counted(seconds, 'einer Sekunde', 'Sekunden')} noch einmal.`,
  'sessionStore.notResponding': 'Der Speicher der Sitzungen antwortet nicht. Versuchen Sie es noch einmal.',

  // Of a body as a whole
  'body.missing': 'Die Anfrage hat keinen Inhalt; senden Sie ein JSON-Objekt.',
  'body.notObject': ({ is }) => `Der Inhalt muss ein JSON-Objekt sein, nicht ${bodyKinds[is]}.`,
  'body.notUtf8': 'Der Inhalt ist kein gültiges UTF-8.',
  'body.notJson': ({ position }) =>
    `Der Inhalt ist kein gültiges JSON${position === undefined ? '' : `, ab Zeichen ${position}`}.`,
  'body.duplicateKey': ({ key }) => `Der Inhalt nennt den Schlüssel ${quoted(key)} zweimal in einem Objekt.`,
  'body.tooDeep': ({ max }) => `Der Inhalt ist tiefer als ${max} Ebenen verschachtelt.`,
  'body.tooManyKeys': ({ max }) => `Ein Objekt des Inhalts hat mehr als ${max} Schlüssel.`,
  'body.tooLarge': ({ max }) => `Der Inhalt ist größer als ${max} Bytes, die Grenze dieses Servers.`,
  'body.incomplete': 'Der Inhalt ist nicht vollständig angekommen.',
  'body.connectionClosed': 'Die Verbindung endete, bevor der Inhalt vollständig war.',
  'body.unsupportedType': ({ got }) =>
    `Content-Type muss application/json sein${got === undefined ? '; er fehlt' : `, nicht ${quoted(got)}`}.`,
  'body.unsupportedEncoding': ({ encoding }) =>
    `Content-Encoding ${quoted(encoding)} wird nicht unterstützt; senden Sie den Inhalt unkomprimiert.`,
  'body.unsupportedCharset': ({ charset }) =>
    `JSON ist UTF-8; der Zeichensatz ${quoted(charset)} wird nicht unterstützt.`,
  'body.notMultipart': 'Der Inhalt ist kein gültiges multipart/form-data oder nicht vollständig angekommen.',
  'body.tooSlow': 'Die Bytes der Datei kommen zu langsam an.',
  'request.tooSlow': 'Die Anfrage ist nicht rechtzeitig angekommen.',
  'form.unsupportedType':
    'Content-Type muss application/x-www-form-urlencoded sein, wie Browser Formulare senden.',
  'form.notUtf8': 'Das Formular ist kein gültiges UTF-8.',

  // Of files
  'upload.fileMissing':
    'Ein Dokument dieser Sammlung hat eine Datei: Senden Sie multipart/form-data mit einem Teil „file“.',
  'upload.dataAfterFile': 'Der Teil „data“ muss vor der Datei kommen.',
  'upload.secondFile': 'Ein Dokument hat eine Datei.',
  'upload.unknownPart': 'Einen Teil dieses Namens gibt es nicht: Die Teile sind „data“ und danach „file“.',
  'upload.unsupportedType': ({ got }) =>
    `Content-Type muss multipart/form-data sein${got === undefined ? '; er fehlt' : `, nicht ${quoted(got)}`}.`,
  'upload.notFetched': 'Unter dieser Adresse gibt es keine Datei, die der Dienst abrufen darf.',
  'upload.tooMany': 'Es kommen zu viele Dateien gleichzeitig an; versuchen Sie es noch einmal.',
  'upload.expired':
    'Das Hochladen hat so lange gedauert, dass die Datei entfernt wurde; senden Sie sie noch einmal.',
  'upload.notFound': 'Diesen Upload gibt es nicht.',
  'upload.gone': 'Der Upload ist abgelaufen; beginnen Sie von vorn.',
  'upload.otherVersion': ({ version }) =>
    `Tus-Resumable muss 1.0.0 sein${version === '' ? '' : `, nicht ${version}`}.`,
  'upload.notOffsetStream': ({ got }) =>
    `Content-Type muss application/offset+octet-stream sein${got === '' ? '' : `, nicht ${got}`}.`,
  'upload.notWholeNumber': 'Muss eine ganze Zahl von Bytes sein.',
  'upload.lengthNeeded':
    'Die Größe der Datei muss bekannt sein: Senden Sie Upload-Length, nicht Upload-Defer-Length.',
  'upload.noConcatenation':
    'Getrennt hochgeladene Teile lassen sich nicht verbinden: Lassen Sie Upload-Concat weg.',
  'upload.badMetadata':
    'Müssen Namen sein, jeder mit seinem Wert in Base64 von UTF-8: „filename YS5wZGY=,data e30=“.',
  'upload.unknownMetadata': ({ name, known }) =>
    `Die Angabe ${name} gibt es nicht: Es gibt ${known.join(', ')}.`,
  'upload.badChecksum': 'Muss sha256 sein und die SHA-256 des Inhalts in Base64.',
  'upload.badFileChecksum': 'Muss „sha256-“ und die SHA-256 der Datei in Base64 sein.',
  'upload.checksumMismatch': 'Der Inhalt ist ein anderer, als die Prüfsumme sagt.',
  'upload.wrongOffset': ({ offset }) => `Der Upload ist bei Byte ${offset}: Setzen Sie ihn dort fort.`,
  'upload.takenOver': 'Eine andere Anfrage setzt diesen Upload fort.',
  'upload.busy': 'Der Upload wird gerade zum Dokument; fragen Sie noch einmal.',
  'upload.partsMissing': ({ parts }) => `Teile der Datei sind nicht angekommen: ${parts.join(', ')}.`,
  'upload.partBytes': ({ bytes }) => `Dieser Teil der Datei hat ${bytes} Bytes.`,
  'upload.noPart': 'Einen solchen Teil, der hierher gesendet wird, hat der Upload nicht.',
  'upload.holdsQuota':
    'Ihre unfertigen Uploads würden mehr als die Hälfte des Platzes dieser Sammlung belegen: Warten Sie, bis sie fertig sind, oder beenden Sie sie.',
  'upload.tooManyUnfinished': ({ max }) =>
    `Sie haben ${max} unfertige Uploads: Schließen Sie einige ab, oder beenden Sie sie.`,
  'upload.moreThanAnnounced': ({ length }) =>
    `Die Datei war mit ${length} Bytes angekündigt, und es sind mehr.`,
  'upload.tooManyParts': ({ max }) => `Der Upload hat schon ${max} Teile: Senden Sie größere.`,
  'storage.full': 'Für die Datei ist kein Platz.',
  'storage.quotaFull': ({ max }) =>
    `Die Dateien dieser Sammlung dürfen zusammen ${max} Bytes haben; mit dieser wären es mehr.`,
  'storage.away': 'Der Speicher der Dateien antwortet nicht; versuchen Sie es noch einmal.',
  'file.notFound': 'Diese Datei gibt es nicht.',
  'file.invalidSignature': 'Die Adresse der Datei ist ungültig oder abgelaufen.',
  'file.tooLarge': ({ max }) => `Die Datei ist größer als ${max} Bytes.`,
  'file.notForField': ({ types }) => `Muss eine Datei vom Typ ${types.join(' oder ')} sein.`,
  'file.typeNeeded': ({ type }) =>
    `Andere Dokumente verweisen auf die Datei und nehmen keine Dateien vom Typ ${type} an.`,
  'file.typeNeededBy': ({ type, names }) =>
    `Andere Dokumente verweisen auf die Datei und nehmen keine Dateien vom Typ ${type} an, mit ${names.join(', ')}.`,
  'file.unlistedType': ({ found, types }) =>
    `Dateien vom Typ ${found} werden hier nicht angenommen, sondern ${types.join(', ')}.`,
  'file.empty': 'Die Datei ist leer.',
  'file.contradictsType': 'Der Inhalt der Datei hat einen anderen Typ, als ihr Content-Type sagt.',
  'file.contradictsExtension': 'Der Inhalt der Datei hat einen anderen Typ, als ihr Name sagt.',
  'file.badText': 'Die Datei ist kein Text in UTF-8 oder in UTF-16 mit Byte-Order-Mark.',
  'file.corrupt': 'Die Datei ist beschädigt.',
  'file.truncated': 'Die Datei ist nicht vollständig.',
  'file.tooManyPixels': ({ max }) => `Das Bild hat mehr als ${max} Pixel.`,
  'file.tooManyFrames': ({ max }) => `Das Bild hat mehr als ${max} Einzelbilder.`,
  'images.tooManyOfRequester': 'Sie warten auf zu viele Bilder gleichzeitig; versuchen Sie es noch einmal.',
  'images.beingMade': 'Das Bild wird noch erzeugt; bitte versuchen Sie es erneut.',
  'images.queueFull': 'Zu viele Bilder warten auf ihre Verarbeitung; bitte versuchen Sie es erneut.',
  'transform.noSide': 'Die Größe des Bildes braucht w oder h.',
  'transform.oneSide': '„cover“ braucht sowohl w als auch h.',
  'transform.withSize':
    'Eine benannte Größe hat keine andere Breite und kein anderes Format: Lassen Sie size oder das Übrige weg.',
  'transform.noImage': 'Die Datei ist kein Bild: Es gibt keine andere Größe von ihr.',
  'file.metadataStays': 'Die Metadaten der Datei lassen sich nicht entfernen.',
  'file.undecodable': 'Das Bild lässt sich nicht lesen.',
  'range.outside': ({ size }) => `Der Bereich liegt außerhalb der Datei, die ${size} Bytes hat.`,

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
  'idempotencyKey.malformed': ({ max }) =>
    `Idempotency-Key muss aus 1 bis ${max} sichtbaren ASCII-Zeichen ohne Leerzeichen bestehen, zum Beispiel eine UUID.`,
  'idempotencyKey.notForFiles': 'Idempotency-Key gilt nicht für Anfragen mit einer Datei.',
  'idempotencyKey.otherRequest':
    'Dieser Idempotency-Key wurde schon mit einem anderen Inhalt gesendet: Nehmen Sie für jedes Anlegen und jede Sammelanfrage einen neuen.',
  'idempotencyKey.notAtomic':
    'Idempotency-Key verlangt, dass alle Änderungen oder keine gespeichert werden: Lassen Sie `atomic: false` weg, oder den Schlüssel.',
  'xDraft.malformed': ({ got }) => `X-Draft muss true oder false sein, nicht ${quoted(got)}.`,
  'xDraft.switchedOff': ({ collection }) => `X-Draft passt nicht: ${collection} hat keine Entwürfe.`,
  'xDraft.notForDeletion': 'X-Draft passt nicht: Dokumente werden mit ihren Entwürfen gelöscht.',
  'xAutosave.malformed': ({ got }) => `X-Autosave muss true oder false sein, nicht ${quoted(got)}.`,
  'xAutosave.notDraft': 'X-Autosave braucht X-Draft: true, denn nur Entwürfe werden automatisch gespeichert.',
  'xAutosave.notForFiles': 'X-Autosave passt nicht zu Anfragen mit einer Datei.',

  'preview.ended': 'Das Vorschau-Token ist ungültig oder abgelaufen; öffnen Sie die Vorschau noch einmal.',
  'preview.draftsDenied': ({ collection }) =>
    `Sie dürfen Entwürfe von ${collection} nicht lesen und bekommen deshalb kein Vorschau-Token.`,
  'preview.none': ({ collection }) => `${collection} hat keine Vorschau.`,
  'preview.failed': ({ collection }) =>
    `Die Vorschau kann nicht geöffnet werden: admin.preview von ${collection} ist fehlgeschlagen; das Protokoll des Dienstes sagt, warum.`,
  'preview.noAddress': ({ collection, got }) =>
    `Die Vorschau kann nicht geöffnet werden: admin.preview von ${collection} muss eine http- oder https-Adresse liefern, nicht ${quoted(got)}.`,
  'preview.foreignOrigin': ({ collection, origin }) =>
    `Die Vorschau kann nicht geöffnet werden: admin.preview von ${collection} hat eine Adresse von ${origin} geliefert, die nicht in admin.previewOrigins steht.`,

  // Of a value in a body
  'value.required': 'Ist nötig.',
  'value.null': 'Ist nötig und darf nicht null sein.',
  'value.invalid': 'Dieser Wert ist nicht gültig.',
  'value.notUnicode': 'Muss ein Text ohne halbe Zeichen und ohne das Zeichen NUL sein.',
  'value.empty': 'Darf nicht leer sein.',
  'value.tooLong': 'Ist zu lang.',
  'value.controlCharacters': 'Darf keine Steuerzeichen enthalten.',
  'value.nulCharacter': 'Darf das Zeichen NUL nicht enthalten.',
  'value.surrogate': 'Darf kein halbes Zeichen enthalten.',
  'value.wrongType': ({ wanted }) => `Muss ${germanWantedKinds[wanted]}.`,
  'value.notPassword': 'Geben Sie ein Passwort ein.',
  'value.notInFuture': 'Muss in der Zukunft liegen.',
  'integer.outOfRange': ({ min, max }) => `Muss eine ganze Zahl von ${min} bis ${max} sein.`,
  'value.notAllowed': ({ values }) => oneOf(values.map(quoted)),
  'text.tooShort': ({ min }) => `Muss mindestens ${characters(min)} haben.`,
  'text.tooLong': ({ max }) => `Darf höchstens ${characters(max)} haben.`,
  'text.patternMismatch': ({ pattern }) => `Muss zu ${pattern} passen.`,
  'text.surrogate': 'Der Text enthält ein halbes Zeichen.',
  'text.tooLongForIndex': 'Ein Text ist zu lang für den Index seines Feldes.',
  'text.unsupportedCharacter': 'Ein Text enthält ein Zeichen, das die Datenbank nicht speichern kann.',
  'text.unknownBlock': ({ field }) => `Muss die ID eines Blocks in ${quoted(field)} sein.`,
  'text.blockTwice': 'Der Text zeigt diesen Block schon.',
  'date.yearOutOfRange': 'Das Jahr muss in UTC zwischen 0000 und 9999 liegen.',
  'date.unsupported': 'Ein Datum liegt außerhalb dessen, was die Datenbank speichern kann.',
  'number.tooSmall': ({ min }) => `Muss mindestens ${min} sein.`,
  'number.tooLarge': ({ max }) => `Darf höchstens ${max} sein.`,
  'list.tooShort': ({ min }) => `Muss mindestens ${entries(min)} haben.`,
  'list.tooLong': ({ max }) => `Darf höchstens ${entries(max)} haben.`,
  'list.invalidItem': ({ index, issue }, { say }) => `Eintrag ${index + 1}: ${say(issue)}`,
  'list.duplicateIds': 'Darf keine zwei Zeilen mit derselben ID haben.',
  'row.duplicateId': ({ id }) => `Eine andere Zeile dieser Liste hat die ID ${quoted(id)}.`,
  'field.required': 'Dieses Feld ist nötig.',
  'field.unknown': ({ near }) => `Dieses Feld gibt es nicht${meant(near) || '.'}`,
  'path.isUnqueried': ({ name }) =>
    `${quoted(name)} sagt, wo eine Datei ist oder wie sie aussieht: Listen werden danach weder gefiltert noch sortiert.`,
  'path.isVirtual': ({ name }) =>
    `"${name}" ist ein virtuelles Feld, das beim Lesen berechnet wird: Danach lässt sich nicht filtern.`,
  'sort.byVirtual': ({ name }) =>
    `Nach ${name} lässt sich nicht sortieren: Das virtuelle Feld wird beim Lesen berechnet.`,
  'field.virtual': 'Dieses Feld ist virtuell: Es wird beim Lesen berechnet, und keine Anfrage setzt es.',
  'field.readOnly': 'Dieses Feld lässt sich nur lesen: Der Dienst füllt es, und keine Anfrage setzt es.',
  'field.notFilled':
    'Dieses schreibgeschützte Feld ist nötig, und weder sein Vorgabewert noch ein Hook hat es gefüllt.',
  'field.setByService': 'Dieses Feld setzt der Dienst selbst; es lässt sich nicht senden.',
  'field.fixed': 'Sie dürfen dieses Feld nicht ändern.',
  'fields.fixed': ({ paths }) => `Sie dürfen ${paths.join(', ')} nicht ändern.`,
  'field.notSettable': 'Dieses Feld lässt sich hier nicht setzen.',
  'field.forbiddenName': ({ name }) => `${quoted(name)} ist kein Name eines Feldes.`,
  'property.unknown': ({ near }) => `Unbekannte Eigenschaft${meant(near) || '.'}`,
  'ids.wrongCount': ({ max, count }) => `Muss 1 bis ${max} IDs enthalten, nicht ${count}.`,
  'ids.notText': ({ got }) => `Muss Texte enthalten, nicht ${kindOf(got)}.`,
  'schedule.endBeforeStart': 'Muss nach der Veröffentlichung liegen.',
  'schedule.notTimestamp': 'Muss ein Zeitpunkt mit Zeitzone sein, etwa 2026-05-01T08:00:00Z.',

  // Of writes of many documents
  'many.nothingWritten': ({ failed, count, path, issue }, { details }) => {
    const first = details.find((detail) => `${detail.path}.`.startsWith(`${path}.`));
    const cause = first === undefined ? `${path}: ${issue.message}` : `${first.path}: ${first.message}`;
    return `Nichts wurde geschrieben: ${failed} von ${count} sind gescheitert. ${cause}`;
  },
  'many.unexpectedCount': ({ expected, collection, count }) =>
    `Der Filter sollte auf ${expected} Dokumente von ${collection} zutreffen; es sind ${count}. Nichts wurde geschrieben.`,
  'many.tooManyMatch': ({ count, max }) =>
    `Der Filter trifft auf ${count} Dokumente zu; höchstens ${max} werden auf einmal geschrieben. Grenzen Sie ihn ein, und wiederholen Sie.`,
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
  'many.ifMatchAfterOthers':
    '„ifMatch“ passt nicht: Ein früherer Schritt der Anfrage betrifft dasselbe Dokument.',
  'many.revision': 'Passt nicht zu vielen Dokumenten: Jedes hat einen eigenen Stand.',
  'bulk.tooMany': ({ count, max }) => `Enthält ${count} Schritte; höchstens ${max} gehen auf einmal.`,
  'many.async':
    'async passt nicht: Es gibt noch keine Aufträge. Schränken Sie den Filter ein, und wiederholen Sie.',
  'bulk.unknownTarget': ({ known }) => `Muss eines von ${known.join(', ')} sein.`,
  'bulk.oneTarget': 'Muss entweder eine Sammlung oder ein einzelnes Dokument nennen.',
  'bulk.users': 'Passt nicht: Konten werden einzeln geändert, unter /api/users.',
  'bulk.notOfGlobals': ({ operation }) => `Passt nicht zu einzelnen Dokumenten: ${operation}.`,
  'bulk.referenceMalformed': ({ count }) =>
    `$ref muss die Nummer eines früheren Schritts sein, ab 0: unter ${count}.`,
  'bulk.referenceDeleted': 'Verweist auf einen Schritt, der kein Dokument übrig lässt.',
  'bulk.referenceType': ({ collection, allowed }) =>
    `Verweist auf ein Dokument von ${collection}; das Feld nimmt ${allowed.join(', ')}.`,
  'bulk.referenceFailed': ({ index }) => `Verweist auf operations[${index}], das gescheitert ist.`,
  'upsert.noUniqueKey': ({ keys }) =>
    keys.length === 0
      ? 'Passt nicht: Kein Feld der Sammlung ist eindeutig.'
      : `Muss genau die Felder von einem davon nennen: ${keys.join('; ')}.`,
  'upsert.emptyKey': 'Muss einen Wert des Feldes haben.',
  'upsert.notVisible': 'Ein Dokument, das Sie nicht sehen dürfen, hat diesen Schlüssel schon.',
  'operator.hiddenFields': ({ paths }) =>
    `Sie dürfen ${paths.join(', ')} nicht lesen: Operatoren darauf würden den Wert verraten.`,
  'operator.hidden': 'Sie dürfen dieses Feld nicht lesen: Ein Operator würde den Wert verraten.',
  'operator.outOfRange': 'Die Summe liegt jenseits der Zahlen, die genau sind.',
  'duplicate.required': 'Ist nötig: Der Wert ist eindeutig, und jedes Dokument braucht einen.',
  'bulk.notApplicable': ({ operation }) => `Passt nicht zu ${operation}.`,
  'bulk.idNotAllowed': 'Passt nicht: Der Dienst gibt neuen Dokumenten ihre IDs.',
  'bulk.draftsSwitchedOff': ({ collection }) => `Passt nicht: ${collection} hat keine Entwürfe.`,
  'bulk.noTrash': ({ collection }) => `Passt nicht: ${collection} hat keinen Papierkorb.`,

  // Of parameters and of values in a filter
  'parameter.unknown': ({ near, known }) =>
    `Unbekannter Parameter${known === undefined ? meant(near) || '.' : `; ${taken(known)}`}`,
  'parameter.unknownWhere':
    'Unbekannter Parameter: „where“ ist ein JSON-Objekt, etwa where={"title":{"equals":"x"}}.',
  'input.empty': 'Darf nicht leer sein.',
  'parameter.duplicate': 'Ist zweimal angegeben.',
  'parameter.notUtf8': 'Ist keine gültige Prozentkodierung von UTF-8.',
  'parameter.nameNotUtf8': 'Der Name eines Parameters ist keine gültige Prozentkodierung von UTF-8.',
  'input.notAllowed': ({ values, got, near }) =>
    got === undefined
      ? oneOf(values)
      : `Muss einer dieser Werte sein: ${values.join(', ')}; nicht ${kindOf(got)}${meant(near) || '.'}`,
  'input.wrongType': ({ wanted, got }) => `Muss ${germanInputKinds[wanted]} sein, nicht ${kindOf(got)}.`,
  'input.notWholeNumber': ({ min, max, got }) =>
    `Muss eine ganze Zahl ${max === undefined ? `ab ${min}` : `von ${min} bis ${max}`} sein, nicht ${kindOf(got)}.`,
  'input.nulCharacter': 'Darf das Zeichen NUL nicht enthalten.',
  'input.surrogate': 'Darf kein halbes Zeichen enthalten.',
  'input.tooManyValues': ({ count, max }) => `Hat ${count} Werte; höchstens ${max} sind erlaubt.`,
  'input.tooManyPositions': ({ count, max }) => `Hat ${count} Positionen; höchstens ${max} sind erlaubt.`,

  // Of areas and references in a filter
  'area.malformed':
    'Muss ein GeoJSON-Polygon { type, coordinates }, { center, radius } oder ein Rechteck sein.',
  'area.malformedBox': 'Ein Rechteck ist [west, south, east, north] in Grad.',
  'area.southAboveNorth': 'Der Süden eines Rechtecks darf nicht nördlich seines Nordens liegen.',
  'area.malformedPosition': 'Muss [Länge, Breite] in Grad sein.',
  'area.malformedRings': 'Muss eine Liste von Ringen sein, der äußere zuerst.',
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
  'path.isJoin': ({ name }) => `${quoted(name)} ist ein Join, nach dem sich nicht filtern lässt.`,
  'path.nothingInside': ({ name, type }) => `${quoted(name)} ist vom Typ ${type} und enthält nichts.`,
  'path.isGroup': ({ name, fields }) =>
    `${quoted(name)} ist eine Gruppe: Filtern Sie nach einem ihrer Felder (${fields.join(', ')}).`,
  'path.isBlock': ({ name }) => `${quoted(name)} ist ein Block: Filtern Sie nach einem seiner Felder.`,
  'path.tooManyRelations': ({ max }) => `Der Pfad führt über mehr als ${max} Verweise.`,
  'path.leadsNowhere': 'Der Verweis führt nirgendwohin.',

  // Of filters
  'filter.duplicateKey': 'Nennt einen Schlüssel zweimal in einem Objekt.',
  'filter.notJson':
    'Ist kein gültiges JSON: Schreiben Sie ein Objekt, prozentkodiert, etwa where={"title":{"equals":"x"}}.',
  'filter.noOperator': 'Hat keinen Operator: Schreiben Sie einen, etwa {"equals":"x"}.',
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
  'filter.required':
    'Ist nötig: Der Filter sagt, welche Dokumente gemeint sind; all=true meint jedes Dokument.',
  'filter.empty':
    'Darf nicht leer sein: Ein leerer Filter trifft auf jedes Dokument zu; all=true meint jedes Dokument.',
  'filter.alwaysHolds':
    'Muss etwas verlangen: In dieser Form trifft der Filter auf jedes Dokument zu; all=true meint jedes Dokument.',
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
  'sort.duplicate': ({ path }) => `Nennt ${quoted(path)} zweimal.`,
  'sort.byStatus': ({ name }) => `Nach ${quoted(name)} lässt sich nicht sortieren: Filtern Sie danach.`,
  'sort.byType': ({ name, type }) =>
    `Nach dem Feld ${quoted(name)} vom Typ ${type} lässt sich nicht sortieren.`,
  'sort.throughRelation': ({ name }) => `Über den Verweis ${quoted(name)} lässt sich nicht sortieren.`,
  'sort.insideType': ({ name, type }) =>
    `Innerhalb des Feldes ${quoted(name)} vom Typ ${type} lässt sich nicht sortieren.`,
  'aggregate.ownFields':
    'Gruppen und Kennzahlen benutzen Felder des Dokuments selbst, nicht die seiner Zeilen oder Verweise.',
  'aggregate.notFitting': ({ operation, name, type, hasMany }) =>
    `${operation} passt nicht zum Feld ${quoted(name)} vom Typ ${type}${hasMany ? ' mit hasMany' : ''}.`,
  'aggregate.byOfDates': 'Nur ein Datum hat Teile, nach denen sich gruppieren lässt.',
  'aggregate.timeOfDates': 'Passt nicht zu einem Datum ohne Uhrzeit.',
  'aggregate.offsetWithoutBy': 'Braucht "by", den Teil des Datums, nach dem gruppiert wird.',
  'aggregate.badOffset': ({ got }) =>
    `Muss ein Abstand von UTC bis 14 Stunden wie "+02:00" sein, nicht ${kindOf(got)}.`,
  'aggregate.tooLarge': 'Die Werte sind zu groß, um sie zu addieren.',
  'aggregate.badName':
    'Der Name einer Kennzahl hat 1 bis 64 Buchstaben, Ziffern und _, einen Buchstaben zuerst, und ist nicht "key".',
  'aggregate.nameOfGroup': 'Ist schon der Name einer Gruppe.',
  'aggregate.unknownMetric': ({ near }) => `Diese Kennzahl gibt es nicht${meant(near) || '.'}`,
  'aggregate.unknownName': ({ name, near }) =>
    `${quoted(name)} ist weder Kennzahl noch Gruppe${meant(near) || '.'}`,
  'select.malformed': ({ got }) => `Muss Felder nennen, etwa "title,author.name", nicht ${kindOf(got)}.`,
  'select.tooManyNames': ({ max }) => `Hat mehr als ${max} Namen.`,
  'select.invalidName': ({ name, issue }, { say }) => `${quoted(name)}: ${say(issue)}`,
  'select.nothingInside': ({ name }) => `In ${quoted(name)} ist nichts.`,
  'select.notPopulated': ({ name }) =>
    `Die Dokumente von ${quoted(name)} werden in dieser Tiefe nicht geladen; erhöhen Sie depth.`,
  'draft.none': ({ collection }) => `${quoted(collection)} hat keine Entwürfe.`,
  'view.tooMany': ({ max }) =>
    `Sie haben ${max} gespeicherte Ansichten, mehr sind für eine Person nicht möglich. Löschen Sie eine.`,
  'view.unknown': ({ id }) => `Sie haben keine gespeicherte Ansicht ${quoted(id)}.`,
  'view.unknownCollection': 'Ist keine Sammlung dieses Dienstes.',
  'view.unreadable': ({ slug }) => `Sie dürfen ${slug} nicht lesen und haben deshalb keine Ansichten davon.`,
  'view.sharingDenied': ({ role }) =>
    `Die Rolle ${role} darf Ansichten nicht teilen: Das dürfen Redakteure und höhere Rollen.`,
  'view.roleTooHigh': ({ role, own }) =>
    `Sie dürfen eine Ansicht nicht mit der Rolle ${role} teilen, die höher ist als Ihre: ${own}.`,
  'search.off': ({ slug }) =>
    `Geht in ${quoted(slug)} nicht: Die Konfiguration hat dort keine Suche; filtern Sie mit where.`,
  'search.notText': ({ got }) => `Muss ein Text sein, nicht ${kindOf(got)}.`,
  'search.tooLong': ({ max }) => `Hat mehr als ${max} Zeichen.`,
  'search.tooManyWords': ({ max }) => `Hat mehr als ${max} Wörter.`,
  'search.onlyExclusions': 'Hat nur Wörter, die nicht vorkommen dürfen: Geben Sie eines an, das vorkommt.',
  'search.empty': 'Hat keinen Buchstaben und keine Ziffer, nach denen sich suchen ließe.',
  'search.highlightAlone': 'Hat ohne search keine Wirkung.',
  'search.unknownCollection': ({ slug, near }) =>
    `${quoted(slug)} ist keine Sammlung mit einer Suche${meant(near) || '.'}`,
  'cursor.withPage': 'Geht nicht zusammen mit cursor.',
  'cursor.foreign': 'Ist kein Cursor dieses Dienstes; geben Sie nextCursor der Seite davor an.',
  'cursor.otherList':
    'Gehört zu einer anderen Sortierung oder einem anderen Filter; beginnen Sie mit einem leeren Cursor.',
  'cursor.outdated': 'Passt nicht zu den jetzigen Feldern; beginnen Sie mit einem leeren Cursor.',

  // Of lists for administrators
  'auditLog.documentAlone': 'Braucht daneben den Parameter collection.',
  'auditLog.notDate': 'Muss ein Datum sein, etwa 2026-11-21 oder 2026-11-21T10:00:00Z.',
  'userLocks.idsRequired': 'Ist nötig: IDs von Benutzern, durch Kommas getrennt.',
  'userLocks.tooManyIds': ({ max }) => `Darf höchstens ${max} Benutzer nennen.`,
  'userLocks.notUserId': ({ id }) => `${quoted(id)} ist keine ID eines Benutzers.`,

  // Of access
  'access.loginRequired': 'Dies braucht eine Anmeldung: In der Anfrage ist keine Sitzung.',
  'access.sessionRequired': 'Dies braucht eine Sitzung: API-Schlüssel dürfen es nicht.',
  'access.userRequired': 'Dies braucht einen Benutzer: API-Schlüssel dürfen es nicht.',
  'access.roleTooLow': ({ role }) => `Mit der Rolle ${role} geht das nicht.`,
  'access.anonymousDenied': ({ operation, collection }) =>
    `Ohne Anmeldung dürfen Sie ${collection} nicht ${operations[operation]}.`,
  'access.keyScopesDenied': ({ operation, collection }) =>
    `Die Rechte dieses API-Schlüssels reichen nicht: Mit ihm darf man ${collection} nicht ${operations[operation]}.`,
  'access.keyScopesDeniedRoute': 'Die Rechte dieses API-Schlüssels reichen dafür nicht.',
  'access.roleDenied': ({ operation, collection, role }) =>
    `Die Rolle ${role} darf ${collection} nicht ${operations[operation]}.`,
  'access.documentDenied': ({ operation, collection }) =>
    `Sie dürfen dieses Dokument von ${collection} nicht ${operations[operation]}: Die Zugriffsregel der Sammlung lehnt es ab.`,
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
  'scope.unknownRoute': ({ scope, near }) =>
    `${quoted(scope)} nennt keine Route dieses Dienstes${meant(near) || '.'}`,
  'scope.unknownField': ({ scope, collection }) => `${quoted(scope)} nennt kein Feld von ${collection}.`,
  'scope.unknownOperation': ({ scope, operation, known }) =>
    `${quoted(scope)}: Die Operation muss eine von ${known.join(', ')} oder * sein, nicht ${quoted(operation)}.`,
  'scope.beyondCreator': ({ role, scopes }) =>
    `Ein Schlüssel darf nicht mehr als wer ihn anlegt: Die Rolle ${role} kann ${scopes.join(', ')} nicht geben.`,
  'scope.beyondOwnRights': ({ scope }) => `${scope} geht über Ihre eigenen Rechte hinaus.`,
  'scope.missing': 'Muss mindestens ein Recht nennen, etwa posts:read.',

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
  'email.unchanged': 'Das Konto hat diese E-Mail schon.',
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
  'session.duplicateCookie': 'Das Cookie der Sitzung kam zweimal; löschen Sie die Cookies dieser Website.',
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
  'link.tokenMissing': 'Der Parameter fehlt; er steht in dem Link, der per E-Mail kam.',
  'redirect.untrusted':
    'Muss ein Pfad sein, der mit einem "/" beginnt, oder eine Adresse mit vertrautem Ursprung.',

  // Of documents
  'document.unknown': ({ id, collection }) => `In ${collection} gibt es kein Dokument ${quoted(id)}.`,
  'document.modified': ({ collection, expected, revision }) =>
    revision === undefined
      ? `Das Dokument von ${collection} wurde seit Stand ${expected} geändert.`
      : `Das Dokument von ${collection} wurde inzwischen geändert: Es ist bei Stand ${revision}, nicht ${expected}. Laden Sie es neu.`,
  'document.nothingPublished': ({ collection }) =>
    `Vom Dokument von ${collection} ist nichts veröffentlicht, und so bliebe nichts davon. Löschen Sie es stattdessen.`,
  'document.notUnique': ({ collection }) => `Das Dokument wäre in ${collection} nicht eindeutig.`,
  'document.duplicateValues': ({ collection, fields }) =>
    `Ein anderes Dokument von ${collection} hat denselben Wert: ${fields.join(' und ')}.`,
  'document.tooManyChanges': 'Zu viele Änderungen dieses Dokuments warten. Versuchen Sie es noch einmal.',
  'deletion.restricted': 'Das Dokument lässt sich nicht löschen: Andere Dokumente verweisen darauf.',
  'deletion.restrictedBy': ({ names }) =>
    `Das Dokument lässt sich nicht löschen: Andere Dokumente verweisen darauf, mit ${names.join(', ')}.`,
  'folder.notEmpty': 'Der Ordner lässt sich nicht löschen: Er ist nicht leer.',
  'folder.inItself': 'Ein Ordner kann nicht in sich selbst sein, und nicht in einem Ordner, der in ihm ist.',
  'folder.tooDeep': ({ max }) => `Über diesem Ordner sind schon ${max} andere.`,
  'deletion.refers': 'Verweist auf das Dokument und darf nicht leer werden.',
  'slug.notFitting': ({ from, slug }) =>
    `Aus ${from} lässt sich kein Adressteil machen: ${quoted(slug)} passt nicht. Geben Sie einen ein.`,
  'trash.incomplete': ({ collection }) =>
    `Das Dokument von ${collection} lässt sich nicht wiederherstellen: Pflichtangaben würden fehlen. Geben Sie sie an.`,
  'trash.needsTarget': ({ collection }) =>
    `Das Dokument von ${collection} lässt sich erst nach einem Dokument wiederherstellen, auf das es verweist und das im Papierkorb liegt.`,
  'trash.targetInTrash': ({ collection, id }) =>
    `Verweist auf das Dokument ${id} von ${collection}, das im Papierkorb liegt.`,
  'trash.refersToTrash': 'Verweist auf ein Dokument, das im Papierkorb liegt.',
  'trash.idInUse': ({ collection }) =>
    `Das Dokument von ${collection} lässt sich nicht wiederherstellen: Es gibt ein anderes mit seiner Kennung.`,
  'trash.notSearchable': ({ paths }) =>
    `Dokumente im Papierkorb findet und sortiert man nach ${paths.join(', ')}.`,
  'version.none': ({ slug }) => `${slug} bewahrt keine Versionen auf.`,
  'comment.unknown': ({ id }) => `Es gibt keinen Kommentar ${id}.`,
  'comment.notYours': 'Einen Kommentar dürfen nur sein Verfasser und Administratoren löschen.',
  'version.unknown': ({ collection, version }) =>
    `Das Dokument von ${collection} hat keine Version ${quoted(version)}.`,
  'schedule.noLongerAllowed': ({ action }) =>
    `Wer dies geplant hat, darf es nicht mehr ${action === 'publish' ? 'veröffentlichen' : 'zurückziehen'}. Planen Sie es noch einmal.`,
  'schedule.noDrafts': ({ collection }) => `${collection} hat keine Entwürfe mehr.`,
  'response.tooManyBytes': ({ mebibytes }) => tooMuch(`mehr als ${mebibytes} MiB`),
  'response.tooManyDocuments': ({ max }) => tooMuch(`mehr als ${max} Dokumente`),

  // Of the database, and of reads and writes that wait or take long
  'database.notResponding': 'Die Datenbank antwortet nicht. Versuchen Sie es noch einmal.',
  'database.busy':
    'Die Datenbank ist mit einem anderen Schreibvorgang beschäftigt. Versuchen Sie es noch einmal.',
  'database.noConnection': 'Die Datenbank hat keine Verbindung mehr frei. Versuchen Sie es noch einmal.',
  'database.noWrites': 'Die Datenbank nimmt gerade nichts an. Versuchen Sie es noch einmal.',
  'database.writeTooLong': 'Das Schreiben hat zu lange gedauert und wurde zurückgenommen.',
  'database.diskFull': 'Der Datenträger der Datenbank ist voll.',
  'database.outOfMemory': 'Der Datenbank fehlt Speicher.',
  'database.tookTooLong':
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
  'read.tooManyLong': ({ part }, { say }) =>
    `Zu viele lange Lesevorgänge laufen; bei diesem kostet ${say(part)} am meisten. Versuchen Sie es noch einmal, oder fragen Sie nach weniger.`,
  'read.tookTooLong': ({ seconds, part }, { say }) =>
    `Das Lesen hat länger als ${seconds} s gedauert und wurde beendet: ${say(part)} kostet am meisten. Fragen Sie nach weniger, oder filtern Sie nach einem Feld mit Index.`,
  'cost.filter': ({ path }) => `der Filter nach "${path}"`,
  'cost.countWithFilter': ({ path }) => `die Zählung mit dem Filter nach "${path}"`,
  'cost.count': 'die Zählung',
  'cost.sort': ({ path }) => `die Sortierung nach "${path}"`,
  'cost.join': ({ path }) => `der Join "${path}"`,
  'cost.deepPage': 'eine Seite so weit hinten in der Liste',
  'cost.groups': ({ paths }) => `die Gruppen nach ${paths.map(quoted).join(', ')}`,
  'cost.metrics': 'die Kennzahlen aller Dokumente',
  'cost.parameter': ({ name }) => `"${name}"`,

  // Of accounts
  'registration.accountExists': 'Es gibt schon ein Konto mit dieser E-Mail; melden Sie sich damit an.',
  'account.exists': 'Es gibt schon ein Konto mit dieser E-Mail.',
  'user.lastSuperAdmin':
    'Das ist der letzte super_admin, und niemand könnte den Dienst mehr verwalten. Machen Sie zuerst einen anderen Benutzer zum super_admin.',
  'registration.disabled': 'Die Registrierung ist vom Administrator abgeschaltet.',
  'invite.open': 'Für diese E-Mail gibt es schon eine offene Einladung; senden Sie diese noch einmal.',
  'invite.unknown': 'Es gibt keine Einladung mit dieser ID.',
  'invite.accepted': 'Diese Einladung ist schon angenommen.',
  'invite.roleTooHigh': ({ role }) =>
    `Mit der Rolle ${role} lädt man nur Benutzer mit niedrigeren Rollen ein.`,
  'invite.senderLostRight':
    'Wer diese Einladung gesendet hat, darf diese Rolle nicht mehr vergeben; bitten Sie einen Administrator um eine neue.',

  // Of users that others manage
  'user.unknown': ({ id }) => `Den Benutzer ${quoted(id)} gibt es nicht.`,
  'user.othersDeniedToRole': ({ role, operation }) =>
    `Mit der Rolle ${role} darf man andere Benutzer nicht ${operations[operation]}.`,
  'user.othersDeniedToKey': ({ operation }) =>
    `Ein API-Schlüssel mit einzelnen Rechten darf andere Benutzer nicht ${operations[operation]}.`,
  'user.notBelow': ({ by, role }) =>
    `${by === 'user' ? 'Sie dürfen' : 'Dieser API-Schlüssel darf'} nur Benutzer verwalten, deren Rolle unter ${role} steht.`,
  'user.roleNotBelow': ({ by, role, own }) =>
    `${by === 'user' ? 'Sie dürfen' : 'Dieser API-Schlüssel darf'} die Rolle ${role} nicht vergeben: Sie steht nicht unter ${own}.`,
  'user.ownRoleChanged': 'Ihre eigene Rolle hat sich gerade geändert; versuchen Sie es noch einmal.',
  'user.roleChangeDenied': 'Nur ein angemeldeter super_admin darf die Rolle eines Benutzers ändern.',
  'settings.readDenied': 'Nur Administratoren dürfen die Systemeinstellungen sehen.',
};

const operations = {
  read: 'lesen',
  create: 'anlegen',
  update: 'ändern',
  delete: 'löschen',
  purge: 'endgültig löschen',
} as const;

/** What follows `Muss`. */
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
  if (where === undefined) return '';
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

function taken(known: readonly string[]): string {
  return `diese Route nimmt ${known.length === 0 ? 'keine' : known.join(', ')}.`;
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
