import Capture
import Testing

@testable import overcrank

/// What is said of a recording's audio.
@Suite struct AudioComplaintsTests {
    @Test(
        arguments: [
            (.silentChannel(1, of: 2), "hint: --audio-channel left stores the other one in both"),
            (.silentChannel(0, of: 2), "hint: --audio-channel right stores the other one in both"),
            (.silentChannel(1, of: 4), nil),
        ] as [(AudioWarning, String?)]
    )
    func `Of two channels the other one can be chosen`(warning: AudioWarning, hint: String?) {
        var complaints = AudioComplaints()
        #expect(complaints.news([warning]) == ["warning: \(warning)"] + [hint].compactMap(\.self))
        #expect(complaints.news([warning]).isEmpty)
    }
}
