internal import FlyingFox
internal import Foundation
internal import MediaTime
internal import Studio

/// Answers requests behind the token.
struct Router: Sendable {
    let session: StudioSession
    let pool: WorkPool
    let pages: OpenPages
    let port: UInt16

    func answer(_ request: HTTPRequest, _ path: String, body: [UInt8]) async throws -> HTTPResponse {
        // The body is taken away from the whole answer later.
        let method = request.method == .HEAD ? "GET" : request.method.rawValue
        guard method == "GET" || path.hasPrefix("api/") else { return Answer.notAllowed }
        if path.isEmpty { return pageFile(PageFiles.index, "text/html; charset=utf-8") }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2, parts[0] == "page" {
            return PageFiles.file(parts[1]).map { pageFile($0.bytes, $0.type) } ?? Answer.nothing
        }
        if parts == ["ws"] { return try await socket(request) }
        guard parts.first == "api" else { return Answer.nothing }
        let query = Query(request, body: body)
        let place = Array(parts.dropFirst())
        return try await pool.run { try answer(method, place, query) ?? Answer.nothing }
    }

    private func pageFile(_ bytes: [UInt8], _ type: String) -> HTTPResponse {
        Answer.bytes(bytes, type, headers: ["Content-Security-Policy": Answer.policy(port: port)])
    }

    private func socket(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard pages.enter() else { throw StudioError(.busy, "too many pages are open") }
        let handler = WebSocketHTTPHandler(
            handler: PageSocket(session: session, pages: pages, checks: ClipChecks(session, pool))
        )
        let response = try await handler.handleRequest(request)
        if response.statusCode != .switchingProtocols { pages.leave() }
        return response
    }

    /// On a thread that may wait; `nil` where there is nothing.
    private func answer(_ method: String, _ place: [String], _ query: Query) throws -> HTTPResponse? {
        switch (method, place.first ?? "") {
        case ("GET", "session") where place.count == 1:
            session.library.renew()
            return try Answer.json(SessionDocument(session))
        case ("GET", "folders") where place.count == 1:
            let path = try query.text("path")
            return try Answer.json(FolderDocument(path, session.library.places.entries(of: path)))
        case ("POST", "clips") where place.count == 1:
            struct Opened: Decodable { let path: String }
            return try Answer.json(ClipDocument(session.library.open(query.decoded(Opened.self).path)))
        case ("GET", "clips") where place.count >= 2:
            guard let id = Int(place[1]) else { return nil }
            return try clip(session.library.unchangedClip(id), Array(place.dropFirst(2)), query)
        case ("POST", "edit") where place.count == 1: return try edit(query)
        case ("POST", "plan") where place.count == 1: return try plan(query)
        case (_, "preview"): return try preview(method, Array(place.dropFirst()), query)
        case (_, "exports"): return try exports(method, Array(place.dropFirst()), query)
        case (_, "presets"): return try presets(method, Array(place.dropFirst()), query)
        case ("POST", "align") where place.count == 1: return try align(query)
        case ("POST", "recovery"): return try recovery(Array(place.dropFirst()), query)
        default: return nil
        }
    }

    private func clip(_ clip: OpenedClip, _ place: [String], _ query: Query) throws -> HTTPResponse? {
        switch place.first {
        case nil: return try Answer.json(ClipDocument(clip))
        case "times" where place.count == 1:
            return Answer.bytes(Binary.bytes(of: clip.index.seconds), "application/octet-stream")
        case "frame" where place.count == 2:
            guard let number = Int(place[1]), number >= 0 else { return nil }
            let width = try query.integer("width", in: 1...16384, usual: 1280)
            let picture = try session.frames.picture(at: Look(frame: number, width: width), of: clip)
            return self.picture(picture, of: clip)
        case "still" where place.count == 2 && place[1].hasSuffix(".png"):
            guard let number = Int(place[1].dropLast(4)), number >= 0 else { return nil }
            let png = try session.still(of: clip, frame: number)
            let name = Headers.attachment("\(clip.name)-frame\(number).png")
            return Answer.bytes(png, "image/png", headers: ["Content-Disposition": name])
        case "thumbnail" where place.count == 1:
            let height = try query.integer("height", in: 1...4096, usual: 90)
            let picture = try session.thumbnail(of: clip, at: query.number("time"), height: height)
            return self.picture(picture, of: clip, cacheable: true)
        case "waveform" where place.count == 1:
            guard let waveform = clip.waveform else { throw StudioError(.invalid, "\(clip.name) has no audio") }
            let count = try query.integer("count", in: 1...16384)
            let peaks = try waveform.peaks(from: query.number("from"), to: query.number("to"), count: count)
            let complete = ["X-Complete": waveform.isComplete ? "1" : "0"]
            return Answer.bytes(Binary.bytes(of: peaks), "application/octet-stream", headers: complete)
        default: return nil
        }
    }

    private func picture(_ picture: Picture, of clip: OpenedClip, cacheable: Bool = false) -> HTTPResponse {
        var headers = ["X-Frame": "\(picture.frame)"]
        headers["X-Time"] = clip.index.start(of: picture.frame)?.fraction
        if cacheable { headers["Cache-Control"] = "private, max-age=3600" }
        return Answer.bytes(picture.jpeg, "image/jpeg", headers: headers)
    }

    private func edit(_ query: Query) throws -> HTTPResponse {
        struct Edited: Decodable { let document: EditDocument }
        return try Answer.json(EditAnswer(query.decoded(Edited.self).document, session))
    }

    /// Keeps an edit, or forgets one.
    private func recovery(_ place: [String], _ query: Query) throws -> HTTPResponse? {
        struct Kept: Decodable {
            let work: String
            let document: EditDocument
        }
        struct Forgotten: Decodable { let work: String }
        switch place {
        case []:
            let kept = try query.decoded(Kept.self)
            try session.keep(kept.document, as: kept.work)
        case ["discard"]: session.forgetKept(try query.decoded(Forgotten.self).work)
        default: return nil
        }
        return try Answer.json(session.recovered)
    }
}
