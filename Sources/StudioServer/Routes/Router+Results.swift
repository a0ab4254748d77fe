internal import Export
internal import FlyingFox
internal import Foundation
internal import MediaTime
internal import Studio
internal import TimeStretch

/// Plans, previews, exports and presets.
extension Router {
    /// An edit, as requests hold it.
    private struct Edited: Decodable {
        let document: EditDocument
        let force: Bool?
    }

    func plan(_ query: Query) throws -> HTTPResponse {
        let command = try session.command(for: query.decoded(Edited.self).document)
        if let problem = command.problems.first { throw StudioError(.invalid, problem.message) }
        let text = try session.planDocument(of: command)
        // What the program prints, and one thing more.
        guard var plan = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            throw StudioError(.failed, "the plan cannot be read")
        }
        plan["commandLine"] = command.line
        return Answer.bytes(
            Array(try JSONSerialization.data(withJSONObject: plan, options: [.sortedKeys, .withoutEscapingSlashes])),
            "application/json"
        )
    }

    func preview(_ method: String, _ place: [String], _ query: Query) throws -> HTTPResponse? {
        if method == "POST", place.isEmpty {
            return try Answer.json(PreviewDocument(session.preview(query.decoded(Edited.self).document)))
        }
        guard method == "GET", place.count == 2, let id = Int(place[0].dropFirst()), place[0].hasPrefix("p") else {
            return nil
        }
        let preview = try session.preview(id)
        switch place[1] {
        case "frames":
            let rate = try query.number("rate")
            guard rate > 0 else { throw StudioError(.invalid, "'rate' is above zero") }
            let frames = preview.frames(
                from: try query.number("from"),
                rate: rate,
                count: try query.integer("count", in: 1...65536),
                input: try query.integer("pane", in: 0...1, usual: 0)
            )
            return Answer.bytes(Binary.bytes(of: frames), "application/octet-stream")
        case "sound": return try sound(preview, query)
        default: return nil
        }
    }

    private func sound(_ preview: Preview, _ query: Query) throws -> HTTPResponse {
        let name = try query.text("algorithm")
        guard let pitch = PitchAlgorithm(rawValue: name) else {
            throw StudioError(.invalid, "there is no pitch algorithm '\(name)'")
        }
        guard let format = preview.soundFormat else { throw StudioError(.invalid, "nothing is heard") }
        let first = try query.integer("from", in: 0...(1 << 50))
        let count = try query.integer("count", in: 1...(2 * format.sampleRate))
        let samples = try session.sound(of: preview, pitch: pitch, from: Int64(first), count: count)
        return Answer.bytes(
            Binary.bytes(of: samples),
            "application/octet-stream",
            headers: ["X-First": "\(first)", "X-Count": "\(samples.count / format.channels)"]
        )
    }

    func exports(_ method: String, _ place: [String], _ query: Query) throws -> HTTPResponse? {
        switch (method, place.count) {
        case ("GET", 0): return try Answer.json(session.exports.jobs.map(ExportDocument.init))
        case ("POST", 0):
            let edited = try query.decoded(Edited.self)
            let job = try session.export(edited.document, replacing: edited.force ?? false)
            return try Answer.json(ExportDocument(job))
        case ("DELETE", 1):
            guard let id = Int(place[0]) else { return nil }
            try session.exports.remove(id)
            return try Answer.json(session.exports.jobs.map(ExportDocument.init))
        default: return nil
        }
    }

    func presets(_ method: String, _ place: [String], _ query: Query) throws -> HTTPResponse? {
        struct Saved: Decodable {
            let name: String
            let document: EditDocument
            let force: Bool?
        }
        struct Shelf: Encodable {
            let presets: [SessionDocument.Preset]
            let leftOut: [String]
        }
        struct Read: Encodable {
            let name: String
            let settings: [String: EditDocument.Value]
            let edits: [String]
            let pitch, start, end: String?

            private enum CodingKeys: String, CodingKey { case name, settings, edits, pitch, start = "in", end = "out" }
        }
        switch (method, place.count) {
        case ("GET", 1):
            let name = place[0].removingPercentEncoding ?? place[0]
            let document = try session.presets.document(name)
            return try Answer.json(
                Read(
                    name: name,
                    settings: document.settings,
                    edits: document.edits,
                    pitch: document.pitch,
                    start: document.start,
                    end: document.end
                )
            )
        case ("POST", 0):
            let saved = try query.decoded(Saved.self)
            let presets = session.presets
            let leftOut = try presets.save(saved.document, as: saved.name, replacing: saved.force ?? false)
            return try Answer.json(Shelf(presets: presets.entries.map(SessionDocument.Preset.init), leftOut: leftOut))
        default: return nil
        }
    }

    func align(_ query: Query) throws -> HTTPResponse {
        struct Pair: Decodable { let first, second: Int }
        struct Aligned: Encodable {
            let offset: String
            let offsetSeconds: Double
            let confident: Bool
            let words: String
        }
        let pair = try query.decoded(Pair.self)
        let clips = try (session.library.clip(pair.first), session.library.clip(pair.second))
        let found = try session.align(clips.0, clips.1)
        let (zero, offset) = (RationalTime.zero, found.offset)
        let marks = try offset < zero ? (zero - offset, zero) : (zero, offset)
        let words = "\(clips.0.name) at \(marks.0.clock) is \(clips.1.name) at \(marks.1.clock)"
        return try Answer.json(
            Aligned(
                offset: found.offset.fraction,
                offsetSeconds: found.offset.seconds,
                confident: true,
                words: found.drift == 0 ? words : "\(words); the clocks differ by \(abs(Double(found.drift)) / 10) ppm"
            )
        )
    }
}
