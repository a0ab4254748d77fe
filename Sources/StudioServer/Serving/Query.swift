internal import FlyingFox
internal import Foundation
internal import Studio

/// What a request says besides its path.
struct Query: Sendable {
    private let values: [String: String]
    /// The body; empty where there is none.
    let body: [UInt8]

    /// More is not read of a body: a document is a few kilobytes.
    static let mostBytes = 1 << 20

    init(_ request: HTTPRequest, body: [UInt8]) {
        values = Dictionary(request.query.map { ($0.name, $0.value) }) { first, _ in first }
        self.body = body
    }

    func text(_ name: String) throws(StudioError) -> String {
        guard let value = values[name] else { throw StudioError(.invalid, "'\(name)' is missing") }
        return value
    }

    func number(_ name: String) throws(StudioError) -> Double {
        guard let value = Double(try text(name)), value.isFinite else {
            throw StudioError(.invalid, "'\(name)' is no number")
        }
        return value
    }

    func integer(_ name: String, in range: ClosedRange<Int>, usual: Int? = nil) throws(StudioError) -> Int {
        if let usual, values[name] == nil { return usual }
        guard let value = Int(try text(name)), range.contains(value) else {
            throw StudioError(.invalid, "'\(name)' is no number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    func decoded<Document: Decodable>(_ type: Document.Type) throws(StudioError) -> Document {
        do {
            return try JSONDecoder().decode(type, from: Data(body))
        } catch {
            throw StudioError(.invalid, "the request is not the JSON that it should be: \(error)")
        }
    }
}
