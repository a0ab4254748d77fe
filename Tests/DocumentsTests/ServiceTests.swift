import TestSupport
import Testing

/// The example of a systemd unit.
@Suite struct ServiceTests {
    /// The lines of the unit's sections, by their names, and of its header under an empty name.
    private func sections() throws -> [String: [Substring]] {
        var (sections, name) = ([String: [Substring]](), "")
        for line in try PackageFolder().text("Services/overcrank-record@.service").split(separator: "\n") {
            if line.hasPrefix("[") { name = String(line) } else { sections[name, default: []].append(line) }
        }
        return sections
    }

    @Test func `The camera is tried again however often it is away`() throws {
        let sections = try sections()
        #expect(sections["[Unit]"]?.contains("StartLimitIntervalSec=0") == true)
        let service = try #require(sections["[Service]"])
        #expect(service.contains("Restart=always"))
        // Without a pause it would keep a processor busy.
        let pause = service.first { $0.hasPrefix("RestartSec=") }?.split(separator: "=").last.flatMap { Int($0) }
        #expect(try #require(pause) > 0)
    }

    @Test func `Its user is made before`() throws {
        let sections = try sections()
        let user = try #require(sections["[Service]"]?.first { $0.hasPrefix("User=") }?.split(separator: "=").last)
        #expect(sections[""]?.contains { $0.contains(" useradd ") && $0.hasSuffix(" \(user)") } == true)
    }
}
