internal import MediaTime
internal import Programs

/// Stretchers that are libraries, and have a Python package.
enum PythonPeer: String, CaseIterable {
    case bungee
    case signalsmith

    static var installed: [PythonPeer] {
        guard let python else { return [] }
        return allCases.filter { peer in
            (try? ChildProgram.start([python, "-c", "import soundfile, numpy, \(peer.package)"]).wait().isSuccess)
                == true
        }
    }

    private static let python = ProgramSearch.path(of: "python3")

    private var package: String {
        switch self {
        case .bungee: "bungee_python"
        case .signalsmith: "python_stretch"
        }
    }

    /// Reads `x` (samples by channels) and makes `y`, the same of the rendering.
    private var body: String {
        switch self {
        case .bungee:
            """
            from bungee_python import bungee
            s=bungee.Bungee(sample_rate=sr,channels=x.shape[1]); s.set_speed(r); y=np.array(s.process(np.ascontiguousarray(x)))
            if y.ndim==1: y=y[:,None]
            if y.shape[0]==x.shape[1] and y.shape[1]!=x.shape[1]: y=y.T
            """
        case .signalsmith:
            """
            from python_stretch import Signalsmith
            s=Signalsmith.Stretch(); s.preset(x.shape[1],sr); s.timeFactor=r; y=np.array(s.process(np.ascontiguousarray(x.T))).T
            """
        }
    }

    func words(at rate: PlaybackRate, from input: String, to output: String) -> [String] {
        let script = """
            import sys,numpy as np,soundfile as sf
            x,sr=sf.read(sys.argv[1],always_2d=True,dtype='float32'); r=float(sys.argv[3])
            \(body)
            sf.write(sys.argv[2],y,sr,subtype='FLOAT')
            """
        return ["python3", "-c", script, input, output, "\(rate.approximation)"]
    }
}
