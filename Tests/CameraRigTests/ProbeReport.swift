import FoundationEssentials

/// What `overcrank probe --json` says, as far as the rig looks at it.
struct ProbeReport: Decodable {
    struct Lock: Decodable {
        let fourcc: String
        let width: Int
        let height: Int
        let requested: String
        let granted: String?
        let measured: Double?
        let warnings: [String]

        /// The granted rate, of which `num/den` is written.
        var grantedRate: Double? {
            let terms = (granted ?? "").split(separator: "/").compactMap { Double($0) }
            return terms.count == 2 ? terms[0] / terms[1] : nil
        }
    }

    let name: String
    let driver: String
    let lock: Lock

    init(parsing text: String) throws {
        self = try JSONDecoder().decode(ProbeReport.self, from: Data(text.utf8))
    }
}
