import MediaTime
import Testing

@testable import Comparison

/// Other programs that stretch audio.
@Suite struct PeerTests {
    @Test func `Each is told the rate in its own words`() {
        let half = PlaybackRate(1, 2)
        func words(_ peer: Peer, _ rate: PlaybackRate) -> String {
            peer.words("P", at: rate, from: "in.wav", to: "out.wav").joined(separator: " ")
        }
        #expect(words(.rubberBand, half) == "P -3 --centre-focus -q -t 2.0 in.wav out.wav")
        #expect(words(.soundTouch, half) == "P in.wav out.wav -tempo=-50.0")
        #expect(words(.sox, half) == "P -D in.wav -b 24 out.wav tempo -m 0.5")
        #expect(words(.ffmpeg, half).contains("-af atempo=0.5 "))
        #expect(words(.ffmpeg, PlaybackRate(1, 5)).contains("-af atempo=0.5,atempo=0.5,atempo=0.8 "))
        // One filter above double speed leaves samples out.
        #expect(words(.ffmpeg, PlaybackRate(2)).contains("-af atempo=2.0 "))
        #expect(words(.ffmpeg, PlaybackRate(5)).contains("-af atempo=2.0,atempo=2.0,atempo=1.25 "))
    }

    @Test func `What one does not play is known before`() {
        #expect(!Peer.sox.plays(PlaybackRate(1, 16)))
        #expect(Peer.rubberBand.plays(PlaybackRate(1, 16)))
    }
}
